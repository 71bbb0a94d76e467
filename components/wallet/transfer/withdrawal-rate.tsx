import { useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { Bar } from '@/components/wallet/display/skeleton';
import { formatAmount } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';
import { useWithdrawalTerms, type WithdrawalTerms } from '@/lib/wallet/vault/withdrawal-terms';

type RateTerms = Pick<WithdrawalTerms, 'feeBps' | 'flatFee' | 'maxFeeBps'>;
type RateToken = { decimals: number; symbol: string };

/** React hook that returns how a vault's withdrawal fee is calculated, such as "0.1% + 0.5 tUSDT, at most 1% of the amount". Null if it charges none. */
export function useRateText(): (terms: RateTerms, token: RateToken) => string | null {
  const t = useTranslations('wallet.transfer.withdrawalRate');
  const locale = useLocale();
  return ({ feeBps, flatFee, maxFeeBps }, { decimals, symbol }) => {
    const parts = [
      ...(feeBps > 0 ? [percentText(feeBps, locale)] : []),
      ...(flatFee > 0n ? [`${formatAmount(flatFee, decimals, locale, decimals)} ${symbol}`] : []),
    ];
    if (parts.length === 0 || maxFeeBps === 0n) return null;
    const rate = parts.join(' + ');
    // Only a fee with a flat part can exceed the cap, because vaults reject a higher percentage.
    return flatFee > 0n ? t('most', { rate, most: percentText(maxFeeBps, locale) }) : rate;
  };
}

/** One sentence on what it costs to withdraw a token from the vault, from the contract's current terms. */
export function WithdrawalCost({
  place,
  token,
}: {
  place: { chainId: number; vault: Address; token: Address } | undefined;
  token: RateToken | undefined;
}) {
  const t = useTranslations('wallet.transfer.withdrawalRate');
  const rateText = useRateText();
  const { terms, failed } = useWithdrawalTerms(place);
  if (terms && token) {
    const rate = rateText(terms, token);
    return rate === null ? t('free') : t('leaving', { rate });
  }
  return failed ? t('unknown') : <Bar className="inline-block w-40 align-middle" />;
}
