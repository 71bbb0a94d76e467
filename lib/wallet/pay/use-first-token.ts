import { useEffect, useState } from 'react';
import { useWebsite } from '@/lib/api/hooks';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { isCounted } from '@/lib/wallet/networks/is-testnet';
import { firstToken } from './first-token';
import { readLastToken, type TokenPlace, type TokenPurpose } from './last-tokens';
import type { PayLists, PayParams } from './pay-params';
import type { PaymentOption } from './payment-request';

/** Longest wait for balances and prices before a form is shown, in ms. */
const LONGEST_WAIT_MS = 1_500;

/**
 * React hook that completes a form's place with the token that it starts with, which doesn't change anymore, or returns null
 * while that isn't known yet. A token or network from a link or the user stays.
 */
export function useFirstToken(
  purpose: TokenPurpose,
  place: PayParams,
  options: readonly PaymentOption[],
  { account, chains, coins, contracts }: PayLists,
): PayParams | null {
  const [first, setFirst] = useState<TokenPlace | null | undefined>(undefined);
  const [isLate, setLate] = useState(false);
  const [last] = useState(() => readLastToken(account, purpose));
  const { balances, isLoading } = useBalances(account, coins, contracts);
  const { priceOf, isWaiting } = useDisplayPrices();
  const website = useWebsite();
  const isGiven = place.chainId !== null || place.coinId !== null;
  const isOnly = options.length <= 1 && (options[0]?.tokens.length ?? 0) <= 1;
  const isOpen = first === undefined && !isGiven && !isOnly;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => setLate(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);

  if (!isOpen) return isGiven || !first ? place : { ...place, ...first };
  const found = firstToken({
    ...{ purpose, last, options, balances },
    fiatValueOf: ({ chainId, coin, decimals }, amount) => {
      const price = priceOf(coin.id);
      return price && isCounted(chains, chainId) ? fiatValue(amount, decimals, price.price) : undefined;
    },
    isStable: (symbol) => website.data?.stablecoins?.includes(symbol) ?? false,
    isWaiting: (isLoading || isWaiting || website.isLoading) && !isLate,
  });
  if (found !== undefined) setFirst(found);
  return null;
}
