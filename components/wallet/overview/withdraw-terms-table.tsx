import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { percentText } from '@/components/wallet/percent-text';
import { decimalText } from '@/lib/amount';
import type { ChainMapping, Coin, WithdrawTerms } from '@/lib/api/types';

const HEAD = 'py-2 ps-4 text-end font-normal first:ps-0 first:text-start';
const CELL = 'figures py-2 ps-4 text-end';

/** What each vault charges for a withdrawal and how large one may be, chain by chain. */
export function WithdrawTermsTable({
  terms,
  chains,
  coins,
}: {
  terms: readonly WithdrawTerms[];
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
}) {
  const t = useTranslations('wallet.fees');
  const format = useFormatter();
  const locale = useLocale();
  const missing = chains.filter(({ id }) => !terms.some(({ chainId }) => chainId === id));
  const feeText = ({ feeBps, feeFlat }: WithdrawTerms, symbol: string) => {
    const isFlat = /[1-9]/.test(feeFlat);
    if (!isFlat) return feeBps === 0 ? t('none') : percentText(feeBps, locale);
    const flat = `${decimalText(feeFlat, locale)} ${symbol}`;
    return feeBps === 0 ? flat : `${percentText(feeBps, locale)} + ${flat}`;
  };
  return (
    <div className="grid content-start gap-6">
      {chains.map((chain) => {
        const own = terms.filter(({ chainId }) => chainId === chain.id);
        if (own.length === 0) return null;
        return (
          <table key={chain.id} className="w-full text-sm">
            <caption className="pb-1 text-start text-muted">
              {t('withdrawals', { chain: chain.name })}
            </caption>
            <thead>
              <tr className="border-b border-line text-xs text-muted">
                {(['coin', 'min', 'max', 'fee'] as const).map((column) => (
                  <th key={column} scope="col" className={HEAD}>
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {own.map((entry) => {
                const symbol = coins.find(({ id }) => id === entry.coinId)?.symbol ?? '';
                return (
                  <tr key={entry.coinId} className="border-b border-line">
                    <th scope="row" className="py-2 text-start font-normal">
                      {symbol}
                    </th>
                    <td className={CELL}>
                      {/[1-9]/.test(entry.min) ? decimalText(entry.min, locale) : t('none')}
                    </td>
                    <td className={CELL}>
                      {entry.max === null ? t('none') : decimalText(entry.max, locale)}
                    </td>
                    <td className={CELL}>{feeText(entry, symbol)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        );
      })}
      {missing.length > 0 ? (
        <p className="text-sm text-muted">
          {t('missing', { chains: format.list(missing.map(({ name }) => name)) })}
        </p>
      ) : null}
    </div>
  );
}
