import { useEffect } from 'react';
import type { Address } from 'viem';
import type { Coin, Contract } from '@/lib/api/types';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { markMoneySeen } from './guide-marks';

/**
 * Notes that an account's money is on the screen, once the chains have told of some. Says whether they have told that
 * there is none. Nothing is read without an account.
 */
export function useMoneyShown(
  account: Address | undefined,
  coins: readonly Coin[],
  contracts: readonly Contract[],
): boolean {
  const { balances } = useBalances(account, coins, contracts);
  const isShown = balances.some(({ inWallet }) => inWallet !== undefined && inWallet > 0n);
  useEffect(() => {
    if (account && isShown) markMoneySeen(account);
  }, [account, isShown]);
  return balances.length > 0 && balances.every(({ inWallet }) => inWallet === 0n);
}
