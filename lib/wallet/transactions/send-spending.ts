import type { Hash } from 'viem';
import type { Config } from 'wagmi';
import { isBatchRefusal, isUpgradeRefusal } from '@/lib/evm/errors';
import { allowSpending, type Order, planApprovals, readAllowance } from './allow-spending';
import { sendBatch } from './send-batch';
import { sendCall } from './send-call';
import type { TransactionStep } from './transaction-plan';

/** Whether the wallet does several calls as one, and what to do once it turns out that it does not. */
export type Batching = { isOffered: () => Promise<boolean>; giveUp: () => void };

async function sendTogether(
  config: Config,
  order: Order,
  onStep: (step: TransactionStep) => void,
): Promise<Hash | null> {
  const allowance = await readAllowance(config, order, onStep);
  if (allowance >= order.spending.amount) return null;
  const approvals = await planApprovals(config, order, allowance);
  return sendBatch(config, { ...order, approvals: approvals.map(({ call }) => call) }, onStep);
}

/**
 * Has a call sent that takes a token from the account: in one with its approval where the wallet can, else after it.
 * @throws what the chain or the wallet says; MaybeSentError where it is not certain that nothing was sent.
 */
export async function sendSpending(
  config: Config,
  order: Order,
  { isOffered, giveUp }: Batching,
  onStep: (step: TransactionStep) => void,
): Promise<Hash> {
  if (await isOffered()) {
    try {
      const sent = await sendTogether(config, order, onStep);
      if (sent) return sent;
    } catch (error) {
      if (!isBatchRefusal(error)) throw error;
      giveUp();
      // Who will not have the account changed has declined, and may go on in steps.
      if (isUpgradeRefusal(error)) throw error;
      onStep('checking');
    }
  }
  const call = await allowSpending(config, order, onStep);
  return sendCall(config, { ...order, call }, onStep);
}
