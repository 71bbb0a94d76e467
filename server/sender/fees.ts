import { max, min } from '@/lib/evm/bigint';
import { type ServerChain, withNode } from '@/lib/server/chain/node';
import { feeCap } from '@/lib/server/transfers/limits';
import type { ChainView } from './view';

/** Fees per gas (EIP-1559), in base units. */
export type Fees = { maxFee: bigint; maxTip: bigint };

/** Nodes accept a replacement only with both fees raised by 10% (geth) or 12.5% (Parity). */
const raised = (fee: bigint) => (fee * 115n + 99n) / 100n;

/** Returns twice the base fee plus the tip that the node suggests, at most the chain's cap, or null if the base fee and tip are above it. */
export async function currentFees(chain: ServerChain, { baseFee }: ChainView): Promise<Fees | null> {
  const cap = feeCap(chain.id);
  const maxTip = await withNode(chain, (node) => node.estimateMaxPriorityFeePerGas());
  if (baseFee + maxTip > cap) return null;
  return { maxFee: min(baseFee * 2n + maxTip, cap), maxTip };
}

/** Returns fees for a replacement of a transaction, or null if they would be above the chain's cap. */
export function replacementFees(chain: ServerChain, before: Fees, current: Fees): Fees | null {
  const maxTip = max(raised(before.maxTip), current.maxTip);
  const maxFee = max(max(raised(before.maxFee), current.maxFee), maxTip);
  return maxFee > feeCap(chain.id) ? null : { maxFee, maxTip };
}
