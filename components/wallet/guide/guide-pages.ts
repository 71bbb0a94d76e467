import { routes } from '@/lib/routes';
import type { GuideStep } from './guide-steps';

/** The wallet pages where steps happen, as the views are named. */
const guidePages = ['overview', 'portfolio', 'swap', 'stake'] as const;
export type GuidePage = (typeof guidePages)[number];

export function isGuidePage(page: string): page is GuidePage {
  return guidePages.some((known) => known === page);
}

/** Where a step happens; the others happen in a dialog, which opens anywhere. */
const pageOfStep: Partial<Record<GuideStep, GuidePage>> = {
  money: 'portfolio',
  swap: 'swap',
  stake: 'stake',
};

export function isHere(step: GuideStep | null, page: GuidePage): boolean {
  return step !== null && pageOfStep[step] === page;
}

/** What is sold and bought to try a swap out: what is bought can be staked. By its ids, or null where one is not listed. */
export type TriedSwap = { chainId: number; sell: number; buy: number } | null;

/** The path of a step's page, with a sensible choice made there. */
export function pathOfStep(step: 'money' | 'swap' | 'stake', tried: TriedSwap): string {
  if (step === 'money') return routes.portfolio;
  if (step === 'stake' || !tried) return routes[step];
  return `${routes.swap}?chain=${tried.chainId}&sell=${tried.sell}&buy=${tried.buy}`;
}
