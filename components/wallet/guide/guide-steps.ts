import { useState } from 'react';
import type { Address } from 'viem';
import { create } from 'zustand';
import { readStored, watchStored, writeStored } from '@/lib/preferences/storage';
import { routes } from '@/lib/routes';
import type { ActivityRow } from '@/lib/wallet/activity/activity-row';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

/**
 * Steps of the guide, in order: first what needs only a wallet. The stake uses what the swap buys. The last one, a card, isn't
 * possible everywhere.
 */
export const guideSteps = ['connect', 'signIn', 'swap', 'stake', 'deposit'] as const;
export type GuideStep = (typeof guideSteps)[number] | 'card';

/** Steps that send a transaction. Each has the same name as its ledger kind. */
const sentSteps = ['swap', 'stake', 'deposit'] as const;
export type SentStep = (typeof sentSteps)[number];

export type GuideFacts = {
  /** The account that is connected with the demo wallet. */
  account: Address | undefined;
  isSignedIn: boolean;
  /** Transactions sent from this browser, by any account. */
  entries: readonly Pick<LedgerEntry, 'account' | 'hash' | 'kind' | 'status'>[];
  /** Steps that the account has completed on any device. */
  proven: readonly SentStep[];
  /** Whether the account has a card. Undefined if it can't get one here. */
  hasCard?: boolean | undefined;
};

/** Returns the steps that an account can take. */
export const stepsOf = ({ hasCard }: Pick<GuideFacts, 'hasCard'>): readonly GuideStep[] =>
  hasCard === undefined ? guideSteps : [...guideSteps, 'card'];

/** Returns the steps that the guide counts, which come after the sign-in. */
export const countedSteps = (facts: Pick<GuideFacts, 'hasCard'>): GuideStep[] =>
  stepsOf(facts).filter((step) => step !== 'connect' && step !== 'signIn');

/** Ledger status that completes a step. The server must credit a deposit; the others only need to be confirmed. */
const endOf: Record<SentStep, LedgerEntry['status']> = {
  deposit: 'verified',
  swap: 'confirmed',
  stake: 'confirmed',
};

/**
 * Returns the steps that an account's transactions complete. For a deposit, the server must have recorded it. Only
 * transactions since `openedAt` count, because the launcher makes a deposit and a swap for each demo account before it
 * starts the presale. `openedAt` is the presale's start by chain ID, in ms since the epoch. On a chain without one, no
 * transaction counts.
 */
export const provenSteps = (
  rows: readonly Pick<ActivityRow, 'chainId' | 'kind' | 'status' | 'isVerified' | 'at' | 'block'>[],
  openedAt: ReadonlyMap<number, number>,
): SentStep[] =>
  sentSteps.filter((step) =>
    rows.some(
      ({ chainId, kind, status, isVerified, at, block }) =>
        kind === step &&
        status === 'confirmed' &&
        block !== null &&
        (step !== 'deposit' || isVerified) &&
        (at ?? 0) >= (openedAt.get(chainId) ?? Number.POSITIVE_INFINITY),
    ),
  );

/** Returns the completed steps in order, based on the session, the ledger, the chains, and the server. */
export function stepsDone({ account, isSignedIn, entries, proven, hasCard }: GuideFacts): GuideStep[] {
  if (account === undefined) return [];
  if (!isSignedIn) return ['connect'];
  const sent = sentSteps.filter(
    (step) =>
      proven.includes(step) ||
      entries.some(
        ({ account: owner, kind, status }) => owner === account && kind === step && status === endOf[step],
      ),
  );
  return ['connect', 'signIn', ...sent, ...(hasCard ? (['card'] as const) : [])];
}

/** Returns the first step that is not completed, or null if all are. */
export function currentStep(
  done: readonly GuideStep[],
  steps: readonly GuideStep[] = guideSteps,
): GuideStep | null {
  return steps.find((step) => !done.includes(step)) ?? null;
}

/** Returns whether a step's transaction was sent and is still waiting to be confirmed, or credited by the server. */
export function isUnderWay(step: GuideStep | null, { account, entries }: GuideFacts): boolean {
  const sent = step === 'card' ? 'openCard' : sentSteps.find((known) => known === step);
  if (!sent) return false;
  const end = sent === 'openCard' ? 'confirmed' : endOf[sent];
  return entries.some(
    // Without a hash, the wallet still asks.
    ({ account: owner, hash, kind, status }) =>
      owner === account && kind === sent && hash !== null && status !== 'failed' && status !== end,
  );
}

/** View names of the wallet pages that show the guide. */
const guidePages = ['overview', 'swap', 'stake', 'card'] as const;
export type GuidePage = (typeof guidePages)[number];

export function isGuidePage(page: string): page is GuidePage {
  return guidePages.some((known) => known === page);
}

/** Page of each step. The other steps take place in a dialog that opens on any page. */
const pageOfStep: Partial<Record<GuideStep, GuidePage>> = {
  swap: 'swap',
  stake: 'stake',
  card: 'card',
};

export function isHere(step: GuideStep | null, page: GuidePage): boolean {
  return step !== null && pageOfStep[step] === page;
}

/** Chain and coin IDs of the example swap, whose output can be staked, or null if a coin is not listed. */
export type TriedSwap = { chainId: number; sell: number; buy: number } | null;

/** Returns the path of a step's page, with the example swap selected. */
export function pathOfStep(step: 'swap' | 'stake' | 'card', tried: TriedSwap): string {
  if (step === 'card') return `${routes.card}?show=create`;
  if (step === 'stake' || !tried) return routes[step];
  return `${routes.swap}?chain=${tried.chainId}&sell=${tried.sell}&buy=${tried.buy}`;
}

/** Storage key. It also identifies this module's chunk, because a build for real chains must not contain this text. */
const KEY = 'tidewell.guide';

const load = () => typeof window !== 'undefined' && readStored(KEY) === 'away';

/** Whether the user dismissed the guide on this device. */
export const useGuideDismissed = create<{ isAway: boolean }>(() => ({ isAway: load() }));

export function setGuideDismissed(isAway: boolean): void {
  writeStored(KEY, isAway ? 'away' : null);
  useGuideDismissed.setState({ isAway });
}

watchStored(KEY, () => useGuideDismissed.setState({ isAway: load() }));

/** React hook that returns the last step completed since mount, or null if there is none. */
export function useNewlyDone(done: readonly GuideStep[]): GuideStep | null {
  const [known, setKnown] = useState(done);
  const [newest, setNewest] = useState<GuideStep | null>(null);
  if (known.join() !== done.join()) {
    setKnown(done);
    setNewest(done.findLast((step) => !known.includes(step)) ?? null);
  }
  return newest;
}
