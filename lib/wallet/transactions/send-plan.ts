import type { QueryClient } from '@tanstack/react-query';
import { type Address, type Hash, isAddressEqual } from 'viem';
import type { Config } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import { type ChainErrorCode, chainErrorCode } from '@/lib/evm/errors';
import { isUnreachable } from '@/lib/evm/node-transport';
import { batchingQuery } from './batching';
import { sendCall } from './send-call';
import { sendSpending } from './send-spending';
import type { AnyCall, TransactionPlan, TransactionStep } from './transaction-plan';

/** Result of sending a plan: the ledger ID, or the reason that nothing was sent or that the result is uncertain. */
export type SendResult = { id: Hash } | { problem: ChainErrorCode };

/**
 * Sends a plan for the account that it was made for, if it is still the connected one: switches the network, requests an exact approval or permit if a token is
 * spent (or batches the approval and the call, EIP-5792), simulates the call, asks the wallet to sign it, and records
 * it. Never throws.
 */
export async function sendPlan(
  config: Config,
  queries: QueryClient,
  account: Address,
  { spending, ...plan }: TransactionPlan<AnyCall>,
  onStep: (step: TransactionStep) => void,
): Promise<SendResult> {
  const { address } = getConnection(config);
  if (!address) return { problem: 'walletUnresponsive' };
  // A plan can name its account, for example as the recipient of a swap.
  if (!isAddressEqual(address, account)) return { problem: 'accountChanged' };
  // Checked first, because a simulation would only time out.
  if (isUnreachable(plan.chainId)) return { problem: 'nodeUnreachable' };
  onStep('checking');
  try {
    const order = { ...plan, account };
    if (!spending) return { id: await sendCall(config, order, onStep) };
    const query = batchingQuery(config, plan.chainId);
    const batching = {
      isOffered: () => queries.fetchQuery(query),
      giveUp: () => void queries.setQueryData(query.queryKey, false),
    };
    return { id: await sendSpending(config, { ...order, spending }, batching, onStep) };
  } catch (error) {
    return { problem: chainErrorCode(error) };
  }
}
