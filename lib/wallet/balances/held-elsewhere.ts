import type { ChainMapping } from '@/lib/api/types';
import { scaleTo } from '@/lib/evm/bigint';
import { isTestnet } from '@/lib/wallet/networks/is-testnet';
import type { Balance } from './use-balances';

/**
 * Returns the largest wallet balance of a coin on another network than `chainId` that covers an amount in base units of `decimals`,
 * or null if there is none. A test network's balance never covers an amount on a real network, or vice versa.
 */
export function heldElsewhere(
  balances: readonly Balance[],
  chains: readonly Pick<ChainMapping, 'id' | 'testnet'>[],
  {
    coinId,
    chainId,
    amount,
    decimals,
  }: { coinId: number; chainId: number; amount: bigint; decimals: number },
): (Balance & { inWallet: bigint }) | null {
  const isTest = isTestnet(chains, chainId);
  const most = Math.max(decimals, ...balances.map((balance) => balance.decimals));
  const wanted = scaleTo(amount, decimals, most);
  const enough = balances.flatMap((balance) => {
    const { coin, inWallet = 0n } = balance;
    const held = scaleTo(inWallet, balance.decimals, most);
    const isOther = balance.chainId !== chainId && isTestnet(chains, balance.chainId) === isTest;
    const isEnough = coin.id === coinId && isOther && held > 0n && held >= wanted;
    return isEnough ? [{ held, balance: { ...balance, inWallet } }] : [];
  });
  const [first, ...others] = enough;
  if (!first) return null;
  return others.reduce((best, one) => (one.held > best.held ? one : best), first).balance;
}
