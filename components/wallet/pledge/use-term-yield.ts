import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { percentText } from '@/lib/format/percent';
import { annualBps } from '@/lib/wallet/earn/yield';
import type { PledgeTerm } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/**
 * React hook that returns a function that formats a term's yield per year, as the Earn page shows it. Names the token
 * if the terms have several.
 */
export function useTermYield(
  terms: readonly PledgeTerm[],
  tokens: ReadonlyMap<Address, ListedToken>,
): (term: PledgeTerm) => string {
  const t = useTranslations('wallet.pledge');
  const locale = useLocale();
  const isMixed = new Set(terms.map(({ token }) => token)).size > 1;
  return ({ rateBps, duration, token }) => {
    const yearly = t('perYear', { rate: percentText(annualBps(rateBps, duration), locale) });
    const symbol = tokens.get(token)?.symbol;
    return isMixed && symbol ? `${symbol} · ${yearly}` : yearly;
  };
}
