import { useLocale, useTranslations } from 'next-intl';
import { ExternalLink } from '@/components/ui/external-link';
import { OwnText } from '@/components/wallet/display/own-amounts';
import type { CardStatement, ChainMapping } from '@/lib/api/types';
import { decimalText, formatAmount, MINUS } from '@/lib/format/amount';
import { momentText } from '@/lib/format/clock';
import { percentText } from '@/lib/format/percent';
import { minorText } from '@/lib/wallet/card/card-money';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

type Row = CardStatement['rows'][number];

/** How a row's amount came about: the merchant's amount if it has another currency, the card's, and the price. */
function RowNote({ row, currency, symbol }: { row: Row; currency: string; symbol: string }) {
  const t = useTranslations('wallet.card.statement');
  const locale = useLocale();
  const { amount, merchantAmount, merchantCurrency, price, marginBps } = row;
  const parts = [
    merchantAmount !== null && merchantCurrency !== null && merchantCurrency !== currency
      ? minorText(merchantAmount, merchantCurrency, locale)
      : null,
    amount === null ? null : minorText(amount, currency, locale),
    price === null ? null : t('priceOf', { symbol, price: decimalText(price, locale) }),
    marginBps ? t('marginOf', { margin: percentText(marginBps, locale) }) : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? (
    <span className="figures block text-xs text-muted">
      <OwnText>{parts.join(' · ')}</OwnText>
    </span>
  ) : null;
}

/** A statement's rows between its opening and closing balance, to the base unit. */
export function StatementTable({
  statement: { rows, opening, closing },
  token: { symbol, decimals },
  currency,
  chain,
}: {
  statement: CardStatement;
  token: Pick<ListedToken, 'symbol' | 'decimals'>;
  currency: string;
  chain: ChainMapping | undefined;
}) {
  const t = useTranslations('wallet.card.statement');
  const transfer = useTranslations('wallet.transfer');
  const locale = useLocale();
  const exact = (raw: bigint) => {
    const text = formatAmount(raw < 0n ? -raw : raw, decimals, locale, decimals);
    return <OwnText>{raw < 0n ? MINUS + text : text}</OwnText>;
  };
  const balanceRow = (name: 'opening' | 'closing', raw: string) => (
    <tr className="border-b border-line">
      <th scope="row" className="py-2 text-start font-[550]">
        {t(name)}
      </th>
      <td colSpan={2} className="figures py-2 text-end wrap-anywhere">
        {exact(BigInt(raw))} {symbol}
      </td>
    </tr>
  );
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">{t('caption')}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="py-2 text-start font-normal">
            {t('what')}
          </th>
          <th scope="col" className="w-[27%] py-2 text-end font-normal">
            {t('change')}
          </th>
          <th scope="col" className="w-[27%] py-2 text-end font-normal">
            {t('balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {balanceRow('opening', opening)}
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transaction can have several rows, whose order never changes
          <tr key={index} className="border-b border-line align-top">
            <td className="py-2 pe-3">
              <span className="wrap-anywhere">{row.merchantName ?? t(`kind.${row.kind}`)}</span>
              <span className="block text-xs text-muted">
                {row.merchantName ? `${t(`kind.${row.kind}`)} · ` : ''}
                {/* As the month is. */}
                {momentText(Date.parse(row.at), locale, 'UTC')}
              </span>
              <RowNote row={row} currency={currency} symbol={symbol} />
              {chain ? (
                <span className="text-xs print:hidden">
                  <ExternalLink href={chain.browserTx + row.txHash}>{transfer('explorer')}</ExternalLink>
                </span>
              ) : null}
            </td>
            <td className="figures py-2 text-end wrap-anywhere">{exact(BigInt(row.tokens))}</td>
            <td className="figures py-2 ps-3 text-end wrap-anywhere">{exact(BigInt(row.balance))}</td>
          </tr>
        ))}
        {balanceRow('closing', closing)}
      </tbody>
    </table>
  );
}
