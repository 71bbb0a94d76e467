import { useCoins } from '@/lib/api/hooks';
import { NATIVE_DECIMALS, NATIVE_TOKEN } from '@/lib/evm/address';
import { useFeesPerGas } from '@/lib/evm/use-fees-per-gas';
import { useL1Fee } from '@/lib/evm/use-l1-fee';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { type ListedToken, listedToken } from '@/lib/wallet/tokens/listed-token';

/** Gas units that a claim of staking rewards uses. */
const CLAIM_GAS = 100_000n;
/** Size of a claim's calldata, in bytes. */
const CLAIM_CALLDATA = 4;

/**
 * React hook that returns the fiat value of the network fee of a claim, in units of 1e-18, if it is more than the reward is
 * worth. Returns null otherwise, and if a price or the fee is unknown.
 */
export function useCostAboveReward(
  chainId: number,
  reward: { token: ListedToken; amount: bigint } | null,
): bigint | null {
  const { data: coins = [] } = useCoins();
  const { priceOf } = useDisplayPrices();
  const { data: fees } = useFeesPerGas(chainId, reward !== null);
  const { fee: l1Fee } = useL1Fee(reward === null ? undefined : chainId, CLAIM_CALLDATA);
  const native = listedToken(coins, chainId, NATIVE_TOKEN);
  const nativePrice = native && priceOf(native.coinId)?.price;
  const price = reward && priceOf(reward.token.coinId)?.price;
  if (!reward || !fees || l1Fee === undefined || !nativePrice || !price) return null;
  const cost = fiatValue(fees.maxFeePerGas * CLAIM_GAS + l1Fee, NATIVE_DECIMALS, nativePrice);
  return fiatValue(reward.amount, reward.token.decimals, price) < cost ? cost : null;
}
