import type { Hash } from 'viem';
import type { Config } from 'wagmi';
import { allowSpending, permitOf, planApprovals, readAllowance } from './allow-spending';
import { checkSentBefore } from './earlier-entries';
import { sendBatch } from './send-batch';
import { sendCall } from './send-call';
import type { Shortcuts } from './shortcuts';
import type { OrderRun, SpendingOrder, TransactionStep } from './transaction-plan';

/** A request that the wallet shows to the user. See TransactionStep. */
export type Prompt = Extract<TransactionStep, 'permit' | 'reset' | 'approve' | 'signing' | 'both'>;

/**
 * Returns the requests that the wallet will show for an order, in order, if nothing changes before it is sent.
 * @throws if an RPC request fails.
 */
export async function plannedPrompts(
  config: Config,
  order: SpendingOrder,
  shortcuts: Shortcuts,
): Promise<readonly Prompt[]> {
  const allowance = await readAllowance(config, order);
  if (allowance >= order.spending.amount) return ['signing'];
  if (await shortcuts.canBatch()) return ['both'];
  if (await permitOf(config, order, shortcuts)) return ['permit', 'signing'];
  const approvals = await planApprovals(config, order, allowance);
  return approvals.length > 1 ? ['reset', 'approve', 'signing'] : ['approve', 'signing'];
}

/** Sends the order in a batch with its approval. Returns null if it needs no approval. */
async function sendTogether(
  config: Config,
  order: SpendingOrder,
  shortcuts: Shortcuts,
  run: OrderRun,
): Promise<Hash | null> {
  const allowance = await readAllowance(config, order);
  if (allowance >= order.spending.amount) return null;
  const approvals = await planApprovals(config, order, allowance);
  return sendBatch(config, { ...order, approvals: approvals.map(({ call }) => call) }, shortcuts, run);
}

/**
 * Sends a call that spends a token: in a batch with its approval if the wallet supports it, otherwise after the
 * approval. Returns the ledger ID.
 * @throws the chain's or wallet's error, ApprovalError, ShortcutError, SentBeforeError, or MaybeSentError if the
 * transaction may have been sent.
 */
export async function sendSpending(
  config: Config,
  order: SpendingOrder,
  shortcuts: Shortcuts,
  run: OrderRun,
): Promise<Hash> {
  const { account, chainId, intent } = order;
  // Before an approval is requested.
  await checkSentBefore(config, { ...intent, account, chainId }, run.named);
  const sent = (await shortcuts.canBatch()) ? await sendTogether(config, order, shortcuts, run) : null;
  if (sent) return sent;
  const call = await allowSpending(config, order, shortcuts, run);
  return (await sendCall(config, { ...order, call }, run)).id;
}
