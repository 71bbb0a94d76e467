import { scaleTo } from '@/lib/evm/bigint';
import type { Balance } from './use-balances';

/**
 * Returns the largest wallet balance of a coin on another network than `chainId` that covers an amount in base units of `decimals`,
 * or null if there is none.
 */
export function heldElsewhere(
  balances: readonly Balance[],
  {
    coinId,
    chainId,
    amount,
    decimals,
  }: { coinId: number; chainId: number; amount: bigint; decimals: number },
): (Balance & { inWallet: bigint }) | null {
  const most = Math.max(decimals, ...balances.map((balance) => balance.decimals));
  const wanted = scaleTo(amount, decimals, most);
  const enough = balances.flatMap((balance) => {
    const { coin, inWallet = 0n } = balance;
    const held = scaleTo(inWallet, balance.decimals, most);
    const isEnough = coin.id === coinId && balance.chainId !== chainId && held > 0n && held >= wanted;
    return isEnough ? [{ held, balance: { ...balance, inWallet } }] : [];
  });
  const [first, ...others] = enough;
  if (!first) return null;
  return others.reduce((best, one) => (one.held > best.held ? one : best), first).balance;
}
