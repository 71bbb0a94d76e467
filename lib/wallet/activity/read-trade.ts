import { getAddress, isAddressEqual, parseEventLogs, type TransactionReceipt } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { pairAbi, wrappedAbi } from '@/lib/wallet/swap/abi';
import type { ActivityRow, Move } from './activity-row';
import type { ActivityScope } from './activity-scope';

/**
 * For a row with transfers to or from a pool, adds details from the receipt: whether an exchange pool emitted `Swap`,
 * and how much native currency the router wrapped or unwrapped for the account.
 */
export function readTrade(row: ActivityRow, receipt: TransactionReceipt, place: ActivityScope): ActivityRow {
  const { account, pools, contracts, tokens } = place;
  const { logs, from } = receipt;
  const [router, wrapped] = [contracts.get('router_contract'), contracts.get('wrapped')];
  const isSwap = parseEventLogs({ abi: pairAbi, eventName: 'Swap', logs }).some(({ address }) =>
    pools.has(getAddress(address)),
  );
  if (!isSwap || !isAddressEqual(from, account)) return row;
  const native = tokens.get(NATIVE_TOKEN);
  const ofRouter = (eventName: 'Deposit' | 'Withdrawal'): Move[] => {
    const amount = parseEventLogs({ abi: wrappedAbi, eventName, logs })
      .filter(({ address, args }) => {
        const by = 'dst' in args ? args.dst : args.src;
        return wrapped && router && isAddressEqual(address, wrapped) && isAddressEqual(by, router);
      })
      .reduce((sum, { args }) => sum + args.wad, 0n);
    return native && amount > 0n ? [{ token: native, amount }] : [];
  };
  return {
    ...row,
    kind: 'swap',
    counterparty: null,
    out: [...row.out, ...ofRouter('Deposit')],
    in: [...row.in, ...ofRouter('Withdrawal')],
  };
}
