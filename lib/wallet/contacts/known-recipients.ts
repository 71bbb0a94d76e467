import { type Address, isAddress } from 'viem';
import { createStoredList } from '@/lib/preferences/stored-list';
import { KNOWN_RECIPIENTS_LIMIT } from '@/lib/wallet-constants';

const isKnown = (value: unknown): value is Address => typeof value === 'string' && isAddress(value);

/** Addresses that withdrawals from this device went to, own ones too, the latest last. */
const list = createStoredList('tidewell.recipients', isKnown, KNOWN_RECIPIENTS_LIMIT);

export const useKnownRecipients = list.useList;
export const watchKnownRecipients = list.watch;

/** Notes an address that was chosen on purpose: others are compared with it. */
export function rememberRecipient(address: Address): void {
  list.change((known) => [...known.filter((other) => other !== address), address]);
}
