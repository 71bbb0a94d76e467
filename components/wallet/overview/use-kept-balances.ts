import { useEffect, useEffectEvent } from 'react';
import type { Address } from 'viem';
import type { ChainMapping } from '@/lib/api/types';
import { storeLastBalances } from '@/lib/session/last-balances';
import type { useBalances } from '@/lib/wallet/balances/use-balances';

/** Events after which the page may not read the chains again. */
const LAST_CHANCES = ['pagehide', 'visibilitychange', 'offline'] as const;

/** React hook that stores the account's balances on this device, so that they stay readable offline. */
export function useKeptBalances(
  account: Address,
  chains: readonly ChainMapping[],
  { balances, readAt }: Pick<ReturnType<typeof useBalances>, 'balances' | 'readAt'>,
  isKnown: boolean,
): void {
  const store = useEffectEvent(() => {
    const at = readAt();
    if (!isKnown || at === null) return;
    const nameOf = (id: number) => chains.find((chain) => chain.id === id)?.name ?? String(id);
    const held = balances.flatMap(({ coin: { symbol }, chainId, decimals, inWallet = 0n, inVault = 0n }) => {
      const amount = inWallet + inVault;
      return amount > 0n ? [{ symbol, network: nameOf(chainId), amount: String(amount), decimals }] : [];
    });
    storeLastBalances({ account, at, balances: held });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: stores each change of the balances
  useEffect(() => store(), [balances, isKnown]);
  useEffect(() => {
    const onEvent = () => store();
    for (const event of LAST_CHANCES) window.addEventListener(event, onEvent);
    return () => {
      for (const event of LAST_CHANCES) window.removeEventListener(event, onEvent);
    };
  }, []);
}
