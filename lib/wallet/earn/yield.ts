import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { Pledge } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { PriceOf } from '@/lib/wallet/portfolio/holdings';
import type { PresaleTerms } from '@/lib/wallet/presale/presale-arithmetic';
import { aprBps, type PoolRead } from '@/lib/wallet/stake/staking-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

const YEAR_S = 365n * 86_400n;
const BPS = 10_000n;

/**
 * Converts a term's rate to a yearly rate (365 days) in basis points, truncated and without compounding.
 * @throws RangeError if the duration is 0.
 */
export const annualBps = (rateBps: number, durationS: number): bigint =>
  (BigInt(rateBps) * YEAR_S) / BigInt(durationS);

/**
 * Returns a pool's yield in basis points per year, truncated. If rewards are paid in another token, both are valued at
 * their current prices. Returns null if nothing is staked or a price is missing.
 */
export function poolYieldBps(
  read: Pick<PoolRead, 'rewardPerYear' | 'totalStaked'>,
  staking: ListedToken,
  reward: ListedToken,
  priceOf: PriceOf,
): bigint | null {
  if (read.rewardPerYear === 0n) return 0n;
  if (staking.address === reward.address) return aprBps(read);
  const [stakingPrice, rewardPrice] = [priceOf(staking.coinId), priceOf(reward.coinId)];
  if (stakingPrice === undefined || rewardPrice === undefined) return null;
  const staked = fiatValue(read.totalStaked, staking.decimals, stakingPrice);
  return staked === 0n ? null : (fiatValue(read.rewardPerYear, reward.decimals, rewardPrice) * BPS) / staked;
}

/**
 * Returns the interest that a pledge has accrued by a chain time, in base units, truncated. Interest is paid at
 * maturity.
 */
export function accruedInterest({ interest, startedAt, maturesAt }: Pledge, now: bigint): bigint {
  if (now <= startedAt) return 0n;
  return now >= maturesAt ? interest : (interest * (now - startedAt)) / (maturesAt - startedAt);
}

/**
 * Returns how far a presale's price is below the token's current market price, in basis points of the market price,
 * truncated. Negative if the presale's price is higher. Returns null if a market price is missing.
 */
export function discountBps(
  { price, saleUnit }: Pick<PresaleTerms, 'price' | 'saleUnit'>,
  sale: ListedToken,
  payment: ListedToken,
  priceOf: PriceOf,
): bigint | null {
  const [salePrice, paymentPrice] = [priceOf(sale.coinId), priceOf(payment.coinId)];
  if (salePrice === undefined || paymentPrice === undefined) return null;
  const market = fiatValue(saleUnit, sale.decimals, salePrice);
  return market === 0n ? null : ((market - fiatValue(price, payment.decimals, paymentPrice)) * BPS) / market;
}
