import { useLocale, useTranslations } from 'next-intl';
import { useShowMore } from '@/components/wallet/display/short-lists';
import type { WithdrawTerms } from '@/lib/api/types';
import { decimalText } from '@/lib/format/amount';
import { percentText } from '@/lib/format/percent';

const HEAD = 'py-2 ps-3 text-end font-normal first:ps-0 first:text-start';
const CELL = 'figures py-2 ps-3 text-end';

/** Withdrawal fees and limits of one network's vault. */
export function ChainTerms({
  name,
  terms,
  symbols,
}: {
  name: string;
  terms: readonly WithdrawTerms[];
  /** Coin symbols by coin ID. */
  symbols: ReadonlyMap<number, string>;
}) {
  const t = useTranslations('wallet.fees');
  const locale = useLocale();
  const { shown, more } = useShowMore(terms);
  const isCharged = (fee: string) => /[1-9]/.test(fee);
  const feeText = ({ feeBps, feeFlat }: WithdrawTerms, symbol: string) => {
    const isFlat = isCharged(feeFlat);
    if (!isFlat) return feeBps === 0 ? t('none') : percentText(feeBps, locale);
    const flat = `${decimalText(feeFlat, locale)} ${symbol}`;
    return feeBps === 0 ? flat : `${percentText(feeBps, locale)} + ${flat}`;
  };
  return (
    <div className="grid gap-2">
      <table className="w-full text-sm">
        <caption className="pb-1 text-start text-muted">{t('withdrawals', { chain: name })}</caption>
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
          {shown.map((entry) => {
            const symbol = symbols.get(entry.coinId) ?? '';
            return (
              <tr key={entry.coinId} className="border-b border-line">
                <th scope="row" className="py-2 text-start font-normal">
                  {symbol}
                </th>
                <td className={CELL}>
                  {/[1-9]/.test(entry.min) ? decimalText(entry.min, locale) : t('none')}
                </td>
                <td className={CELL}>{entry.max === null ? t('none') : decimalText(entry.max, locale)}</td>
                <td className={CELL}>
                  {feeText(entry, symbol)}
                  {/* Only a fee with a flat part can exceed the cap, because vaults reject a higher percentage. */}
                  {entry.feeCapBps !== undefined && isCharged(entry.feeFlat) ? (
                    <span className="block text-xs text-muted">
                      {t('feeCap', { share: percentText(entry.feeCapBps, locale) })}
                    </span>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {more}
    </div>
  );
}
