import { isAddressEqual, type Log, parseEventLogs } from 'viem';
import { presaleAbi } from '@/lib/evm/abi/presale';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';

/** What a claim brought its account, in base units of the sale token; null where the receipt tells of none. */
export function claimedTokens(logs: Log[], { account }: Pick<LedgerEntry, 'account'>): bigint | null {
  const found = parseEventLogs({ abi: presaleAbi, eventName: 'TokensClaimed', logs }).find(({ args }) =>
    isAddressEqual(args.owner, account),
  );
  return found?.args.amount ?? null;
}
