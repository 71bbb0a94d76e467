import type { Coin } from '@/lib/api/types';
import { useCurrency } from '@/lib/preferences/currency';
import { type Pair, pairText, readPair } from '@/lib/prices/price-pair';
import { chooseSpotPair, useSpotPair } from '@/lib/prices/spot-pair';

/**
 * The selected spot pair, or the first coin in the display currency. `of` names the coin that it is about: what is selected
 * of another coin is then another page's. Choosing is kept on this device until the display currency changes (CUR-2).
 */
export function usePair(coins: readonly Coin[], of: Coin | null) {
  const currency = useCurrency((state) => state.currency);
  const selected = readPair(
    useSpotPair((state) => state.pair),
    coins,
    currency,
  );
  const base = of ?? coins[0];
  const isOurs = selected !== null && (of === null || selected.base.id === of.id);
  const pair: Pair | null = isOurs ? selected : base ? { base, quote: null } : null;
  return { pair, choose: (next: Pair) => chooseSpotPair(pairText(next, currency)) };
}
