import { parseUnits } from 'viem';
import { truncate } from '@/lib/format/amount';
import type { Balance } from './use-balances';

/** Decimal places of fiat values in calculations. */
export const FIAT_VALUE_DECIMALS = 18;

const PRICES_KEPT = 10_000;
const units = new Map<string, bigint>();

/** Parses a price into units of 1e-18. The result is cached, because many values use the same price. */
function unitsOf(price: string): bigint {
  const known = units.get(price);
  if (known !== undefined) return known;
  if (units.size >= PRICES_KEPT) units.clear();
  const read = parseUnits(truncate(price, FIAT_VALUE_DECIMALS), FIAT_VALUE_DECIMALS);
  units.set(price, read);
  return read;
}

const wholes = new Map<number, bigint>();

/** Returns the number of base units in one whole token. Cached, because a total may use it thousands of times. */
function wholeOf(decimals: number): bigint {
  const whole = wholes.get(decimals) ?? 10n ** BigInt(decimals);
  wholes.set(decimals, whole);
  return whole;
}

/**
 * Returns the fiat value of an amount in base units, truncated, in units of 1e-18. `price` is a decimal string per
 * whole token.
 */
export function fiatValue(amount: bigint, decimals: number, price: string): bigint {
  return amount === 0n ? 0n : (amount * unitsOf(price)) / wholeOf(decimals);
}

/**
 * Returns the amount in base units that a fiat value (in units of 1e-18) buys, truncated. `price` is a decimal string
 * per whole token.
 * @throws RangeError if the price is zero.
 */
export function amountForFiat(value: bigint, decimals: number, price: string): bigint {
  return (value * wholeOf(decimals)) / unitsOf(price);
}

export type Total = {
  /** Fiat value in units of 1e-18. */
  inWallet: bigint;
  inVault: bigint;
  /** Symbols of the user's coins that have no price and are therefore not included in the totals. */
  unpriced: string[];
  /** True if any balance is unknown and therefore missing from the totals. */
  isIncomplete: boolean;
};

/** Returns the total fiat value of balances, separately for the wallet and the vault. */
export function totalFiatValue(
  balances: readonly Balance[],
  priceOf: (coinId: number) => { price: string } | undefined,
): Total {
  const unpriced = new Set<string>();
  const total = { inWallet: 0n, inVault: 0n, isIncomplete: false };
  for (const { coin, decimals, inWallet, inVault } of balances) {
    if (inWallet === undefined || inVault === undefined) total.isIncomplete = true;
    const price = priceOf(coin.id)?.price;
    if (price !== undefined) {
      total.inWallet += fiatValue(inWallet ?? 0n, decimals, price);
      total.inVault += fiatValue(inVault ?? 0n, decimals, price);
    } else if (inWallet || inVault) unpriced.add(coin.symbol);
  }
  return { ...total, unpriced: [...unpriced] };
}
