import { isAddressEqual, type Log, parseEventLogs } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { LedgerEntry } from './ledger-entry';

/** What arrived by a withdrawal, in base units, as its vault logged it; null where the receipt tells of none. */
export function withdrawnAmount(
  logs: Log[],
  {
    account,
    vault,
    recipient,
    amountRaw,
  }: Pick<LedgerEntry, 'account' | 'vault' | 'recipient' | 'amountRaw'>,
): bigint | null {
  if (!vault || !recipient) return null;
  const found = parseEventLogs({ abi: vaultAbi, eventName: 'Withdrawn', logs }).find(
    ({ address, args }) =>
      isAddressEqual(address, vault) &&
      isAddressEqual(args.owner, account) &&
      isAddressEqual(args.to, recipient) &&
      args.amount === BigInt(amountRaw),
  );
  return found ? found.args.amount - found.args.fee : null;
}
