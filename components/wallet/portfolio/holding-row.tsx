import { useLocale, useTranslations } from 'next-intl';
import { type ComponentProps, memo } from 'react';
import { FiatValueText } from '@/components/wallet/display/amount-text';
import { FoldMark } from '@/components/wallet/display/fold-mark';
import { OwnText } from '@/components/wallet/display/own-amounts';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import type { Coin } from '@/lib/api/types';
import { formatAmount } from '@/lib/format/amount';
import type { Holding } from '@/lib/wallet/portfolio/holdings';
import { CostText } from './cost-text';

/** On a phone, amounts of up to this many characters stay on one line, in a smaller font if longer than LONG_AMOUNT. */
const WHOLE_CHARACTERS = 20;
const LONG_AMOUNT = 14;
const CELL = 'py-3 ps-3 text-end align-top';

/** What a balance cost, and its unrealized profit. */
export type LineCost = Omit<ComponentProps<typeof CostText>, 'money'>;

/**
 * Table row for one token on one network, or for its sum on several: amount, locations, fiat value, and share. Memoized for long
 * lists.
 */
export const HoldingRow = memo(function HoldingRow({
  holding: { token, parts, amount, value },
  share,
  coin,
  network,
  money,
  index,
  groupKey,
  isOpen = false,
  onToggle,
  isPart = false,
  hasCost,
  cost,
  onMeasure,
}: {
  holding: Pick<Holding, 'token' | 'parts' | 'amount'> & {
    /** Fiat value in units of 1e-18 of the display currency, or undefined if there is no price. */
    value: bigint | undefined;
  };
  /** Formatted share of the total. */
  share: string;
  /** The listed token's coin. */
  coin: Coin | undefined;
  /** Name of the network, or the number of networks. */
  network: string;
  money: { currency: string; locale: string; decimals: number | undefined };
  /** Zero-based index among all rows. */
  index: number;
  /** If the row is a sum, the key of its coin. */
  groupKey?: string | undefined;
  /** Whether the rows of a sum's networks are shown. */
  isOpen?: boolean;
  /** Shows or hides the rows of a sum's networks. */
  onToggle: (groupKey: string) => void;
  /** Whether the row is one network's part of the sum above it. */
  isPart?: boolean;
  /** Whether the table has a column of costs. */
  hasCost: boolean;
  /** Null if the cost is unknown. Undefined if it isn't asked for, or the row has none: costs are of all networks together. */
  cost: LineCost | null | undefined;
  onMeasure: (element: HTMLTableRowElement | null) => void;
}) {
  const t = useTranslations('wallet.portfolio');
  const locale = useLocale();
  const text = formatAmount(amount, token.decimals, locale);
  const face = (
    <span className={`flex items-center gap-3 ${isPart ? 'ps-4 sm:ps-6' : ''}`}>
      <TokenIcon
        icon={coin?.icon}
        symbol={token.symbol}
        network={groupKey === undefined ? network : undefined}
      />
      <span className="min-w-0">
        <bdi className="block wrap-anywhere">{token.symbol}</bdi>
        <span className="block text-xs text-muted">
          {token.coinId === null ? `${t('custom.own')} · ` : ''}
          {coin ? <span className="max-sm:hidden">{coin.name} · </span> : null}
          {network}
          {groupKey === undefined ? null : (
            <>
              {' '}
              <FoldMark isOpen={isOpen} />
            </>
          )}
        </span>
      </span>
    </span>
  );
  return (
    // ARIA row indexes start at 1, and row 1 is the header.
    <tr ref={onMeasure} data-index={index} aria-rowindex={index + 2} className="border-b border-line">
      <th scope="row" className="py-3 text-start align-top font-normal">
        {groupKey === undefined ? (
          face
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => onToggle(groupKey)}
            className="min-h-11 w-full text-start"
          >
            {face}
          </button>
        )}
      </th>
      <td className={CELL}>
        <span className={`figures block wrap-anywhere ${text.length > LONG_AMOUNT ? 'max-sm:text-sm' : ''}`}>
          <span className={text.length > WHOLE_CHARACTERS ? undefined : 'whitespace-nowrap'}>
            <OwnText>{text}</OwnText>
          </span>{' '}
          <bdi>{token.symbol}</bdi>
        </span>
        {value === undefined ? (
          <span className="block text-xs text-muted">{t('noFiatValue')}</span>
        ) : (
          <FiatValueText value={value} money={money} className="text-sm text-muted" />
        )}
        {parts.length === 1 && parts[0]?.place === 'wallet'
          ? null
          : parts.map((part) => (
              <span key={part.place} className="figures block text-xs text-muted">
                {t(`place.${part.place}`)}{' '}
                <OwnText>{formatAmount(part.amount, token.decimals, locale)}</OwnText>
              </span>
            ))}
        {cost ? (
          <span className="block md:hidden">
            <CostText {...cost} money={money} />
          </span>
        ) : cost === null ? (
          <span className="block text-xs text-muted md:hidden">{t('cost.cost')} –</span>
        ) : null}
      </td>
      {hasCost ? (
        <td className={`${CELL} hidden md:table-cell`}>
          {cost ? <CostText {...cost} money={money} /> : cost === null ? '–' : null}
        </td>
      ) : null}
      <td className={`${CELL} figures hidden text-sm sm:table-cell`}>{share}</td>
    </tr>
  );
});
