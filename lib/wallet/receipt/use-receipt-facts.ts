import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  type Address,
  getAddress,
  type Hash,
  isAddressEqual,
  type Log,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';
import { useBlock, useConfig, useTransaction, useTransactionReceipt } from 'wagmi';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Contract } from '@/lib/api/types';
import { paidFee } from '@/lib/evm/paid-fee';
import type { MinedLog } from '@/lib/wallet/activity/activity-events';
import { activityTokens } from '@/lib/wallet/activity/activity-row';
import { readActivityScope } from '@/lib/wallet/activity/activity-scope';
import { readCardsIn } from '@/lib/wallet/activity/read-own-cards';
import { useCustomTokens, watchCustomTokens } from '@/lib/wallet/tokens/custom-tokens';
import { type ReceiptFacts, receiptEffects } from './receipt-facts';

type Lists = { chain: ChainMapping; coins: readonly Coin[]; contracts: readonly Contract[] };

/** State of a receipt query. `failed` and `unreachable` can be retried. */
export type ReceiptState =
  | { state: 'loading' | 'unknownChain' | 'notFound' }
  | { state: 'listsFailed' | 'unreachable'; retry: () => void }
  | ({ state: 'pending'; from: Address; to: Address | null } & Lists)
  | ({ state: 'mined'; facts: ReceiptFacts; logs: Log[] } & Lists);

const isUnmined = (error: Error | null) => error instanceof TransactionReceiptNotFoundError;
const retryUnlessPending = (failures: number, error: Error) => !isUnmined(error) && failures < 3;
/** Returns the polling interval in ms. Polling stops if the RPC endpoint is unreachable, and the user can retry. */
const whilePending = ({ state }: { state: { data: unknown; error: Error | null } }) =>
  state.data || (state.error && !isUnmined(state.error)) ? false : 4_000;

const addressOrNull = (address: Address | null | undefined) => (address ? getAddress(address) : null);

/**
 * React hook that returns the details of a transaction, read only from its chain. `account` is the account whose
 * amounts are shown, by default the viewer if the transaction moved any of theirs, or else the sender. A batch, or a payment
 * without a fee, has another sender.
 */
export function useReceiptFacts(
  chainId: number,
  hash: Hash,
  { account, viewer }: { account?: Address | undefined; viewer?: Address | null } = {},
): ReceiptState {
  useEffect(watchCustomTokens, []);
  const custom = useCustomTokens((state) => state.entries);
  const config = useConfig();
  const client = useQueryClient();
  const [chains, coins, contracts] = [useChainMapping(), useCoins(), useContracts()];
  const chain = chains.data?.find(({ id }) => id === chainId);
  const enabled = chain !== undefined;
  const transaction = useTransaction({ chainId, hash, query: { enabled } });
  // A transaction that doesn't exist never gets a receipt.
  const isMissing = transaction.error instanceof TransactionNotFoundError && !transaction.data;
  const receipt = useTransactionReceipt({
    chainId,
    hash,
    query: {
      enabled,
      retry: retryUnlessPending,
      refetchInterval: isMissing ? false : whilePending,
    },
  });
  const { data: mined } = receipt;
  const block = useBlock({
    chainId,
    ...(mined ? { blockHash: mined.blockHash } : {}),
    query: { enabled: mined !== undefined },
  });
  const call = transaction.data;
  const effects = useQuery({
    queryKey: ['receipt', chainId, mined?.blockHash, hash, account, viewer, custom],
    queryFn: async () => {
      if (!mined || !call || !coins.data || !contracts.data) throw new Error('nothing to read yet');
      const tokens = activityTokens(chainId, coins.data, custom);
      const named = contracts.data;
      const effectsOn = async (of: Address) => {
        const lists = { chainId, account: of, tokens, contracts: named };
        const scope = await readActivityScope(config, client, lists);
        const cards = await readCardsIn(config.getClient({ chainId }), mined.logs as MinedLog[], scope);
        return { account: of, effects: receiptEffects(mined, call, { ...scope, cards }) };
      };
      const sender = getAddress(mined.from);
      if (account) return effectsOn(getAddress(account));
      if (!viewer || isAddressEqual(viewer, sender)) return effectsOn(sender);
      const own = await effectsOn(getAddress(viewer));
      // Any contract can emit events about the viewer. Only amounts of known tokens show that a transaction concerns them.
      return own.effects.in.length + own.effects.out.length > 0 ? own : effectsOn(sender);
    },
    enabled: Boolean(mined && call && coins.data && contracts.data),
    // The transport already retries.
    retry: false,
    staleTime: 'static',
  });

  if (!chains.data || !coins.data || !contracts.data) {
    if (![chains, coins, contracts].some(({ data, error }) => error && !data)) return { state: 'loading' };
    const retry = () => void Promise.all([chains.mutate(), coins.mutate(), contracts.mutate()]);
    return { state: 'listsFailed', retry };
  }
  if (!chain) return { state: 'unknownChain' };
  const lists = { chain, coins: coins.data, contracts: contracts.data };
  const reads = [transaction, receipt, block, effects].filter(
    ({ isLoadingError, error }) => isLoadingError && !isUnmined(error),
  );
  if (isMissing) return { state: 'notFound' };
  if (reads.length > 0)
    return {
      state: 'unreachable',
      retry: () => void Promise.all(reads.map(({ refetch }) => refetch())),
    };
  if (call && !mined && (call.blockNumber === null || isUnmined(receipt.error)))
    return { state: 'pending', from: getAddress(call.from), to: addressOrNull(call.to), ...lists };
  if (!call || !mined || !block.data || !effects.data) return { state: 'loading' };
  const facts: ReceiptFacts = {
    chainId,
    hash,
    status: mined.status,
    block: mined.blockNumber,
    at: block.data.timestamp,
    from: getAddress(mined.from),
    to: addressOrNull(mined.to),
    value: call.value,
    fee: paidFee(mined),
    ...effects.data,
  };
  return { state: 'mined', facts, logs: mined.logs, ...lists };
}
