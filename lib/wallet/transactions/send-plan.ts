import type { QueryClient } from '@tanstack/react-query';
import { type Address, type Hash, isAddressEqual } from 'viem';
import type { Config } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import { type ChainErrorCode, chainErrorCode, MaybeSentError } from '@/lib/evm/errors';
import { isUnreachable } from '@/lib/evm/node-transport';
import { ApprovalError } from './allow-spending';
import { SentBeforeError } from './earlier-entries';
import { sendCall } from './send-call';
import { sendSpending } from './send-spending';
import { ShortcutError, shortcutsOf } from './shortcuts';
import type { AnyCall, OrderRun, TransactionPlan } from './transaction-plan';

/** Why an order wasn't sent. Each has a message under `wallet.errors`. */
export type SendProblem = ChainErrorCode | ApprovalError['code'] | ShortcutError['code'] | 'sentBefore';

/** The ledger ID of what was sent, or may have been sent; why nothing was; or null if the order ended before. */
export type SendResult = { id: Hash } | { problem: SendProblem } | null;

/** Returns why an order wasn't sent. */
function problemOf(error: unknown): SendProblem {
  if (error instanceof ApprovalError || error instanceof ShortcutError) return error.code;
  return error instanceof SentBeforeError ? 'sentBefore' : chainErrorCode(error);
}

/**
 * Sends a plan for the account that it was made for, if it is still the connected one: switches the network, requests an
 * exact approval or permit if a token is spent (or batches the approval and the call, EIP-5792), simulates the call,
 * records it, and asks the wallet to sign it. Never throws.
 */
export async function sendPlan(
  config: Config,
  queries: QueryClient,
  account: Address,
  { spending, ...plan }: TransactionPlan<AnyCall>,
  run: OrderRun,
): Promise<SendResult> {
  const connection = getConnection(config);
  if (connection.status !== 'connected') return { problem: 'walletUnresponsive' };
  // A plan can name its account, for example as the recipient of a swap.
  if (!isAddressEqual(connection.address, account)) return { problem: 'accountChanged' };
  // Checked first, because a simulation would only time out.
  if (isUnreachable(plan.chainId)) return { problem: 'nodeUnreachable' };
  run.onStep('checking');
  try {
    const order = { ...plan, account };
    if (!spending) return { id: (await sendCall(config, order, run)).id };
    const shortcuts = shortcutsOf(config, queries, plan.chainId);
    return { id: await sendSpending(config, { ...order, spending }, shortcuts, run) };
  } catch (error) {
    if (error instanceof MaybeSentError) return { id: error.id };
    return run.signal.aborted ? null : { problem: problemOf(error) };
  }
}
