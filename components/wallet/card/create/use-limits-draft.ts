import { useState } from 'react';
import { useCurrencies } from '@/lib/api/hooks';
import type { CardProgram } from '@/lib/api/types';
import { useDisplayPrices } from '@/lib/prices/use-display-prices';
import { tokensFor } from '@/lib/wallet/card/card-money';
import type { LimitsDraft } from './limits-fields';

/** React hook that returns a coin's price in a currency, or null while it isn't known. */
function usePriceIn(coinId: number | undefined, currency: string | undefined): number | null {
  const { priceOf, money } = useDisplayPrices();
  const { data: currencies } = useCurrencies();
  const rateOf = (name: string | undefined) =>
    Number(currencies?.find((one) => one.name === name?.toUpperCase())?.rate ?? Number.NaN);
  const price = coinId === undefined ? undefined : priceOf(coinId)?.price;
  const converted = (Number(price ?? Number.NaN) / rateOf(money.currency)) * rateOf(currency);
  return converted > 0 && Number.isFinite(converted) ? converted : null;
}

/**
 * React hook that returns the limits of a new card: what the user entered, or else `initial`, or else the program's default limits,
 * which are in the card's currency, in tokens.
 */
export function useLimitsDraft(
  program: CardProgram | undefined,
  coinId: number | undefined,
  initial: LimitsDraft | null = null,
) {
  const [entered, setEntered] = useState<LimitsDraft | null>(initial);
  const price = usePriceIn(coinId, program?.currency);
  const suggested = (amount: string | undefined) =>
    program && amount !== undefined && price !== null ? tokensFor(amount, program.currency, price) : '';
  const defaults = program?.defaultLimits;
  const draft: LimitsDraft = entered ?? {
    perDay: suggested(defaults?.perDay),
    perMonth: suggested(defaults?.perMonth),
    offlinePerMonth: suggested(defaults?.offlinePerMonth),
    overCapture: String(defaults?.overCaptureBps ?? 0),
  };
  return { draft, setDraft: setEntered };
}
