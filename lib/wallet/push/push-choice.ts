import { PUSH_KINDS, type PushKind } from '@/lib/api/push-kinds';
import { createStoredList } from '@/lib/preferences/stored-list';

/** What an account wants to be notified of on this device. */
export type PushChoice = { account: string; kind: PushKind };

const MAX_CHOICES = 60;

function isChoice(value: unknown): value is PushChoice {
  if (typeof value !== 'object' || value === null) return false;
  const { account, kind } = value as Record<string, unknown>;
  return (
    typeof account === 'string' &&
    /^0x[0-9a-f]{40}$/.test(account) &&
    PUSH_KINDS.some((known) => known === kind)
  );
}

const list = createStoredList('tidewell.push', isChoice, MAX_CHOICES);

const kindsIn = (entries: readonly PushChoice[], account: string): PushKind[] =>
  PUSH_KINDS.filter((kind) =>
    entries.some((entry) => entry.account === account.toLowerCase() && entry.kind === kind),
  );

/** React hook that returns the kinds that an account has chosen on this device, as text, so that it's stable. */
export const usePushChoice = (account: string): string =>
  list.useList(({ entries }) => kindsIn(entries, account).join());

/** Returns the kinds that an account has chosen on this device. */
export const readPushChoice = (account: string): PushKind[] => kindsIn(list.read(), account);

/** Stores the kinds that an account has chosen on this device. */
export function storePushChoice(account: string, kinds: readonly PushKind[]): void {
  const owner = account.toLowerCase();
  list.change((entries) => [
    ...entries.filter((entry) => entry.account !== owner),
    ...kinds.map((kind) => ({ account: owner, kind })),
  ]);
}

export const watchPushChoice = list.watch;
