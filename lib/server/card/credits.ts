import 'server-only';
import { min } from '@/lib/evm/bigint';
import type { Posting } from './charges';
import { type Layer, type Quote, tokensToCharge, tokensToCredit, tokensWithin } from './quote';

/** Money that comes back, or a refund that was taken back (negative). */
export interface Return {
  id: string;
  /** Minor units of the currency. */
  amount: bigint;
  quote: Quote;
}

export interface Credits {
  credits: readonly Posting[];
  /** Refunds that were taken back, to debit without a hold. */
  debits: readonly Posting[];
  /** What came back in total, in minor units. */
  returned: bigint;
}

/**
 * Returns what refunds and won disputes credit. They return what the purchase has cost, oldest part first and rounded
 * down, so a full refund returns every base unit. What exceeds the purchase, such as an unlinked refund or one with the
 * wrong link, has the price of the refund, without a margin. A refund that is taken back debits what refunds have credited,
 * latest part first.
 */
export function creditsOf(returns: readonly Return[], costs: readonly Layer[]): Credits {
  const paid = costs.reduce((sum, { amount }) => sum + amount, 0n);
  const cost = (amount: bigint) => tokensWithin(costs, amount, 'down');
  const credits: Posting[] = [];
  const debits: Posting[] = [];
  /** Credits beyond the purchase. */
  const beyond: Layer[] = [];
  let within = 0n;
  for (const { id, amount, quote } of returns) {
    if (amount >= 0n) {
      const linked = min(amount, paid - within);
      const excess = { amount: amount - linked, tokens: tokensToCredit(amount - linked, quote) };
      const tokens = cost(within + linked) - cost(within) + excess.tokens;
      within += linked;
      if (excess.amount > 0n) beyond.push(excess);
      if (tokens > 0n) credits.push({ id, amount, tokens });
      continue;
    }
    let left = -amount;
    let tokens = 0n;
    while (left > 0n) {
      const top = beyond.pop();
      if (!top) break;
      const taken = min(left, top.amount);
      const part = (top.tokens * taken) / top.amount;
      tokens += part;
      left -= taken;
      if (taken < top.amount) beyond.push({ amount: top.amount - taken, tokens: top.tokens - part });
    }
    const linked = min(left, within);
    tokens += cost(within) - cost(within - linked);
    within -= linked;
    left -= linked;
    // The refund that was taken back names another purchase.
    if (left > 0n) tokens += tokensToCharge(left, { ...quote, marginBps: 0 });
    if (tokens > 0n) debits.push({ id, amount: -amount, tokens });
  }
  return { credits, debits, returned: returns.reduce((sum, { amount }) => sum + amount, 0n) };
}
