import type { useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { inPools, type SwapToken } from '@/lib/wallet/swap/token';
import type { SwapOffer } from './swap-offer';

/** The way of a swap in words: through which tokens, and how many pools. */
export function routeText(
  t: ReturnType<typeof useTranslations<'wallet.swap'>>,
  { path, change, terms }: SwapOffer,
  {
    sold,
    bought,
    tokens,
    locale,
  }: { sold: SwapToken; bought: SwapToken; tokens: readonly SwapToken[]; locale: string },
): string {
  const names = { sold: sold.symbol, bought: bought.symbol };
  if (change) return t(`route.${change}`, names);
  const symbolOf = (address: Address) => {
    const known = tokens.find((token) => token.address === address);
    return (
      (known ?? tokens.find((token) => inPools(token.address, terms.wrapped) === address))?.symbol ?? address
    );
  };
  const between = path.slice(1, -1).map(symbolOf);
  if (between.length === 0) return t('route.direct', names);
  const through = new Intl.ListFormat(locale, { type: 'unit' }).format(between);
  return t('route.through', { ...names, through, count: path.length - 1 });
}
