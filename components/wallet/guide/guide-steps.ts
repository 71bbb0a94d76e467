import type { Address } from 'viem';
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
