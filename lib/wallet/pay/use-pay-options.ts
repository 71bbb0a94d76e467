import { useMemo } from 'react';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { offeredOptions, type TokenOption } from '@/lib/wallet/tokens/token-choice';
import type { PayLists } from './pay-params';
import type { PaymentOption } from './payment-request';

/** React hook that returns the tokens to choose from, with the account's balances. */
export function usePayOptions(
  options: readonly PaymentOption[],
  { account, coins, contracts }: PayLists,
): TokenOption[] {
  const { balances } = useBalances(account, coins, contracts);
  return useMemo(
    () =>
      offeredOptions(
        options.map(({ chain, tokens }) => ({ chainId: chain.id, tokens })),
        coins,
        balances,
      ),
    [options, coins, balances],
  );
}
