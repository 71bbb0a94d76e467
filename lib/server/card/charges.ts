import 'server-only';
import { min } from '@/lib/evm/bigint';
import type { Authorized } from './authorized';
import type { PricedTransaction } from './purchase-facts';
import { type Layer, tokensToCharge, tokensWithin } from './quote';

const BPS = 10_000n;

/** An item for the contract. `id` is that of the transaction or dispute. */
export interface Posting {
  id: string;
  /** Minor units of the currency. */
  amount: bigint;
  /** Base units of the token. */
  tokens: bigint;
}

export interface Charges {
  /** What each capture costs, in order. */
  layers: readonly Layer[];
  /** Parts of captures to take from the hold, in order. */
  captures: readonly Posting[];
  /** Parts of captures to debit without a hold. */
  debits: readonly Posting[];
  /** Base units that are still held after the captures, if the authorization stays open. */
  held: bigint;
}

/** Returns the most that a capture takes from a hold, as the contract computes it. */
const captureLimit = (held: bigint, overCaptureBps: number) => held + (held * BigInt(overCaptureBps)) / BPS;

/**
 * Splits captures into what their hold pays and debits without a hold. Amounts up to what was authorized have the price
 * of their approval, also if they are captured late: facts don't show whether a capture was before the expiry. Only an
 * excess over what was approved until the capture has the price of the capture; a later increment doesn't change it. A
 * capture above what is held closes the hold, as in the contract.
 */
export function chargesOf(
  captures: readonly PricedTransaction[],
  authorized: Pick<Authorized, 'amount' | 'layers'>,
  { hasHold, overCaptureBps }: { hasHold: boolean; overCaptureBps: number },
): Charges {
  const { layers, amount: limit } = authorized;
  const priced = (some: typeof layers) =>
    min(
      limit,
      some.reduce((sum, { amount }) => sum + amount, 0n),
    );
  const within = (amount: bigint) => tokensWithin(layers, amount, 'up');
  const result = { layers: [] as Layer[], captures: [] as Posting[], debits: [] as Posting[] };
  /** Part of what was authorized that is captured. */
  let covered = 0n;
  for (const { id, amount: negative, quote, createdAt } of captures) {
    const amount = -negative;
    // Times are whole seconds of the issuer. The first approval precedes every capture.
    const before = layers.filter(({ approvedAt }, index) => index === 0 || approvedAt <= createdAt);
    const available = priced(before);
    const part = available > covered ? min(amount, available - covered) : 0n;
    const excess = amount - part;
    const tokens =
      within(covered + part) - within(covered) + (excess > 0n ? tokensToCharge(excess, quote) : 0n);
    result.layers.push({ amount, tokens });
    const held = hasHold && available > covered ? within(available) - within(covered) : 0n;
    covered += part;
    const fromHold = min(tokens, captureLimit(held, overCaptureBps));
    const rest = tokens - fromHold;
    const restAmount = rest === 0n ? 0n : (amount * rest + tokens - 1n) / tokens;
    if (fromHold > 0n) result.captures.push({ id, amount: amount - restAmount, tokens: fromHold });
    if (rest > 0n) result.debits.push({ id, amount: restAmount, tokens: rest });
  }
  return { ...result, held: hasHold ? within(priced(layers)) - within(covered) : 0n };
}
