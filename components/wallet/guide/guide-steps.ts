import { useState } from 'react';
import { type Address, isAddress } from 'viem';
import { create } from 'zustand';
import { createStoredList, readStored, watchStored, writeStored } from '@/lib/preferences/stored-list';
import { routes } from '@/lib/routes';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

/** In their order: each stands on the one before. */
export const guideSteps = ['connect', 'login', 'money', 'deposit', 'swap', 'stake'] as const;
export type GuideStep = (typeof guideSteps)[number];

/** The steps that are transactions, each named as the ledger names it. */
const sentSteps = ['deposit', 'swap', 'stake'] as const;
type SentStep = (typeof sentSteps)[number];

export type GuideFacts = {
  /** The account that the demo wallet has connected. */
  account: Address | undefined;
  isLoggedIn: boolean;
  /** Whether the account's money has been on the screen. */
  hasSeenMoney: boolean;
  /** What was sent from this browser, of any account. */
  entries: readonly Pick<LedgerEntry, 'account' | 'kind' | 'status'>[];
};

/** The status with which a step has truly happened: the server credits deposits, the chain alone keeps the rest. */
const endOf: Record<SentStep, LedgerEntry['status']> = {
  deposit: 'verified',
  swap: 'confirmed',
  stake: 'confirmed',
};

function isSentStep(step: GuideStep): step is SentStep {
  return sentSteps.some((known) => known === step);
}

/** What has happened, in the order of the steps: by the session and the ledger, whichever way it came about. */
export function stepsDone({ account, isLoggedIn, hasSeenMoney, entries }: GuideFacts): GuideStep[] {
  if (account === undefined) return [];
  if (!isLoggedIn) return ['connect'];
  const sent = sentSteps.filter((step) =>
    entries.some(
      ({ account: owner, kind, status }) => owner === account && kind === step && status === endOf[step],
    ),
  );
  // Who has spent money has seen it.
  const money = hasSeenMoney || sent.length > 0 ? (['money'] as const) : [];
  return ['connect', 'login', ...money, ...sent];
}

/** The first step that has not happened; null once all have. */
export function currentStep(done: readonly GuideStep[]): GuideStep | null {
  return guideSteps.find((step) => !done.includes(step)) ?? null;
}

/** Whether a step has been sent and waits for the network, or for the server to credit it. */
export function isUnderWay(step: GuideStep | null, { account, entries }: GuideFacts): boolean {
  if (step === null || !isSentStep(step)) return false;
  return entries.some(
    ({ account: owner, kind, status }) =>
      owner === account && kind === step && status !== 'failed' && status !== endOf[step],
  );
}

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

/** Also marks this module's chunk: a build for real chains must not contain this text. */
const KEY = 'tidewell.guide';
const ACCOUNTS_LIMIT = 10;

const load = () => typeof window !== 'undefined' && readStored(KEY) === 'away';

/** Whether the guide has been put away, on this device. */
export const useGuideAway = create<{ isAway: boolean }>(() => ({ isAway: load() }));

export function putGuideAway(isAway: boolean): void {
  writeStored(KEY, isAway ? 'away' : null);
  useGuideAway.setState({ isAway });
}

watchStored(KEY, () => useGuideAway.setState({ isAway: load() }));

const isAccount = (value: unknown): value is Address => typeof value === 'string' && isAddress(value);
const seen = createStoredList(`${KEY}.money`, isAccount, ACCOUNTS_LIMIT);

/** The accounts whose money has been on the screen, on this device. */
export const useSeenMoney = seen.useList;
export const watchSeenMoney = seen.watch;

export function markMoneySeen(account: Address): void {
  seen.change((accounts) => (accounts.includes(account) ? accounts : [...accounts, account]));
}

/** The step that was finished last while this was on the screen; null where none was. */
export function useNewlyDone(done: readonly GuideStep[]): GuideStep | null {
  const [known, setKnown] = useState(done);
  const [newest, setNewest] = useState<GuideStep | null>(null);
  if (known.join() !== done.join()) {
    setKnown(done);
    setNewest(done.findLast((step) => !known.includes(step)) ?? null);
  }
  return newest;
}
