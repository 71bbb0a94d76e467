import 'server-only';
import { ONE } from '../prices/fixed-point';

const BPS = 10_000n;

/** What a token costs for a purchase. Stored with the approval or transaction it is for, and never changed. */
export interface Quote {
  /** Price of a whole token in the card's currency, in units of 10⁻¹⁸. Positive. */
  price: bigint;
  /** Margin on top of amounts that the card pays, in basis points. */
  marginBps: number;
  tokenDecimals: number;
  /** Digits of the currency's minor unit, such as 2 for USD. */
  currencyDecimals: number;
}

/** Returns the text of a stored price, which has 18 decimal places, without trailing zeros. */
export const shortPrice = (price: string): string => price.replace(/\.?0+$/, '');

/** Returns the numerator and denominator of the token amount for `amount` without margin. */
function ratio(amount: bigint, { price, tokenDecimals, currencyDecimals }: Quote): [bigint, bigint] {
  if (price <= 0n) throw new RangeError(`A price must be positive: ${price}`);
  return [amount * ONE * 10n ** BigInt(tokenDecimals), price * 10n ** BigInt(currencyDecimals)];
}

const divideUp = (numerator: bigint, denominator: bigint) => (numerator + denominator - 1n) / denominator;

/** Returns what a payment of `amount` minor units costs in base units of the token, with the margin, rounded up. */
export function tokensToCharge(amount: bigint, quote: Quote): bigint {
  const [numerator, denominator] = ratio(amount, quote);
  return divideUp(numerator * (BPS + BigInt(quote.marginBps)), denominator * BPS);
}

/** Returns the value of `amount` minor units in base units of the token, without a margin, rounded down. */
export function tokensToCredit(amount: bigint, quote: Quote): bigint {
  const [numerator, denominator] = ratio(amount, quote);
  return numerator / denominator;
}

/** An amount of fiat and the tokens it costs. Both are at least 0. */
export interface Layer {
  /** Minor units of the currency. */
  amount: bigint;
  /** Base units of the token. */
  tokens: bigint;
}

/**
 * Returns the tokens for the first `amount` minor units of `layers`, at most all of them. A part of a layer is rounded up
 * or down, and whole layers are exact, so differences between two amounts add up to what is in the layers.
 */
export function tokensWithin(layers: readonly Layer[], amount: bigint, rounding: 'down' | 'up'): bigint {
  let left = amount;
  let tokens = 0n;
  for (const layer of layers) {
    if (left <= 0n) break;
    if (left >= layer.amount) tokens += layer.tokens;
    else {
      const part = layer.tokens * left;
      tokens += rounding === 'up' ? divideUp(part, layer.amount) : part / layer.amount;
    }
    left -= layer.amount;
  }
  return tokens;
}
