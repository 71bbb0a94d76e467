import { useLocale, useTimeZone, useTranslations } from 'next-intl';
import { type ComponentProps, memo, useCallback, useMemo } from 'react';
import type { Address } from 'viem';
import { ExternalLink } from '@/components/ui/external-link';
import { ActivityIcon } from '@/components/wallet/display/activity-icon';
import { AllowanceText, RequestedText } from '@/components/wallet/display/allowance-text';
import { DayName } from '@/components/wallet/display/day-name';
import { NoteLine } from '@/components/wallet/display/note-line';
import { OwnText } from '@/components/wallet/display/own-amounts';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { useTimeOfDay } from '@/components/wallet/display/use-chain-time';
import { useVirtualTable } from '@/components/wallet/display/use-virtual-table';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { LazyConversationLink } from '@/components/wallet/messages/lazy-conversation-link';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import { formatAmount, MINUS } from '@/lib/format/amount';
import { routes } from '@/lib/routes';
import { type ActivityRow, counterpartyRole, type Move, rowKey } from '@/lib/wallet/activity/activity-row';
import { groupByDay } from '@/lib/wallet/activity/day-groups';

/** Amounts with more characters than this get a smaller font, so that they fit on a phone. */
const LONG_AMOUNT = 12;

/** Amounts sent or received, with a plus or minus sign, so that color is not the only indicator. */
function Moves({ moves, side }: { moves: readonly Move[]; side: 'in' | 'out' }) {
  const t = useTranslations('wallet.activity');
  const locale = useLocale();
  return moves.map(({ token, amount }) => {
    const text = formatAmount(amount, token.decimals, locale);
    const size = text.length > LONG_AMOUNT ? '@max-prose:text-sm' : '';
    return (
      <span
        key={token.address}
        className={`figures block wrap-anywhere ${size} ${side === 'in' ? 'text-gain' : ''}`}
      >
        <span className="sr-only">{t(`side.${side}`)} </span>
        <span aria-hidden="true">{side === 'in' ? '+' : MINUS}</span>
        <OwnText>{text}</OwnText> <bdi>{token.symbol}</bdi>
        {token.coinId === null ? <span className="text-xs text-muted"> {t('own')}</span> : null}
      </span>
    );
  });
}

const marks = { pending: 'text-warning', failed: 'text-error', confirmed: '' } as const;

/**
 * Table row for one transaction, with two lines: on phones, the time is below the amount and the network below the kind.
 * Memoized, so that unchanged rows are not rendered again.
 */
const ActivityLine = memo(function ActivityLine({
  row,
  chains,
  coins,
  nameOf,
  account,
  index,
  onMeasure,
}: {
  row: ActivityRow;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  /** Returns the display name of an address on a chain. */
  nameOf: (chainId: number, address: Address) => string;
  /** The account whose transactions these are. Null in a sample. */
  account: Address | null;
  /** Zero-based index among all lines of the table. */
  index: number;
  onMeasure: (element: HTMLTableRowElement | null) => void;
}) {
  const t = useTranslations('wallet.activity');
  const timeOf = useTimeOfDay();
  const { chainId, hash, kind, at, status, counterparty, isVerified, allowance, requested } = row;
  const chain = chains.find(({ id }) => id === chainId);
  const token = (row.in[0] ?? row.out[0] ?? allowance ?? requested)?.token;
  const role = counterpartyRole(row);
  const notes = [
    ...(status === 'confirmed' ? [] : [t(`status.${status}`)]),
    ...(counterparty ? [t(role, { address: nameOf(chainId, counterparty) })] : []),
    ...(row.isInternal ? [t('internal')] : []),
    ...(isVerified ? [t('verified')] : []),
  ];
  const sender = kind === 'send' ? account : kind === 'receive' && account ? counterparty : null;
  const time =
    at === null ? null : (
      <time dateTime={new Date(at).toISOString()} className="figures block break-keep">
        {timeOf(at)}
      </time>
    );
  return (
    // ARIA row indexes start at 1, and row 1 is the header.
    <tr
      ref={onMeasure}
      data-index={index}
      aria-rowindex={index + 2}
      className="relative border-b border-line align-top hover:bg-water-wash"
    >
      <td className="py-3 pe-4">
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3">
          {token ? (
            <TokenIcon
              icon={coins.find(({ id }) => id === token.coinId)?.icon}
              symbol={token.symbol}
              network={chain?.name}
            />
          ) : (
            <ActivityIcon kind={kind} isIncoming={role === 'fromAddress'} />
          )}
          <span className="min-w-0">
            {row.isInternal ? (
              t(`kind.${kind}`)
            ) : (
              // The link covers the whole row.
              <WalletLink href={routes.receipt(chainId, hash)} className="block after:absolute after:inset-0">
                {t(`kind.${kind}`)}
              </WalletLink>
            )}
            <span className={`block text-xs ${marks[status] || 'text-muted'}`}>
              <NoteLine
                notes={[
                  ...notes.map((note) => ({ key: note, content: note })),
                  { key: 'network', content: chain?.name, className: '@prose:hidden' },
                ]}
              />
            </span>
            {sender ? <LazyConversationLink chainId={chainId} hash={hash} from={sender} /> : null}
          </span>
        </div>
      </td>
      <td className="py-3 text-end @prose:pe-4 @prose:text-start">
        <Moves moves={row.out} side="out" />
        <Moves moves={row.in} side="in" />
        {allowance ? <AllowanceText allowance={allowance} isRevoked={kind === 'revoke'} /> : null}
        {requested ? <RequestedText requested={requested} /> : null}
        <span className="block text-xs text-muted @prose:hidden">{time}</span>
      </td>
      <td className="hidden py-3 text-xs text-muted @prose:table-cell">
        {time}
        <span className="block">
          {chain?.name}{' '}
          {row.isInternal ? null : chain ? (
            // Above the row's own link.
            <ExternalLink href={chain.browserTx + hash}>
              <span className="relative text-xs whitespace-nowrap">{shortAddress(hash)}</span>
            </ExternalLink>
          ) : (
            shortAddress(hash)
          )}
        </span>
      </td>
    </tr>
  );
});

type Line = { day: string | null } | ActivityRow;
const isRow = (line: Line): line is ActivityRow => 'hash' in line;
const lineKey = (line: Line) => (isRow(line) ? rowKey(line) : (line.day ?? 'pending'));

const ROW_PX = 72;
const DAY_PX = 48;
const HEAD = 'text-start text-sm font-normal text-muted @prose:py-2 @prose:pe-4';
/** On phones, the columns need no visible names. */
const HEAD_TEXT = 'sr-only @prose:not-sr-only';

/** Virtualized activity table with a heading above each day: only the lines near the viewport are rendered. */
export function ActivityTable({
  rows,
  ...props
}: Pick<ComponentProps<typeof ActivityLine>, 'chains' | 'coins' | 'nameOf' | 'account'> & {
  rows: readonly ActivityRow[];
}) {
  const t = useTranslations('wallet.activity');
  const timeZone = useTimeZone();
  const lines = useMemo(
    () => groupByDay(rows, timeZone).flatMap(({ day, rows: ofDay }): Line[] => [{ day }, ...ofDay]),
    [rows, timeZone],
  );
  const table = useVirtualTable({
    count: lines.length,
    rowPx: (index) => {
      const line = lines[index];
      return line && !isRow(line) ? DAY_PX : ROW_PX;
    },
    keyOf: useCallback(
      (index) => {
        const line = lines[index];
        return line ? lineKey(line) : index;
      },
      [lines],
    ),
  });

  return (
    // Padding takes the place of rows that aren't rendered. It moves the header only while the header is out of view.
    <div ref={table.frame} style={table.space} className="@container">
      <table
        aria-label={t('title')}
        aria-rowcount={lines.length + 1}
        className="w-full table-fixed border-t border-line"
      >
        <thead ref={table.head}>
          <tr aria-rowindex={1} className="border-line @prose:border-b">
            <th scope="col" className={`${HEAD} w-[58%] @prose:w-[34%]`}>
              <span className={HEAD_TEXT}>{t('what')}</span>
            </th>
            <th scope="col" className={HEAD}>
              <span className={HEAD_TEXT}>{t('amounts')}</span>
            </th>
            <th scope="col" className={`${HEAD} hidden @prose:table-cell @prose:w-[28%]`}>
              {t('when')}
            </th>
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ index, key }) => {
            const line = lines[index];
            if (!line) return null;
            return isRow(line) ? (
              <ActivityLine key={key} row={line} {...props} index={index} onMeasure={table.measure} />
            ) : (
              <tr key={key} ref={table.measure} data-index={index} aria-rowindex={index + 2}>
                {/* It has one column, because the number of columns depends on the width. */}
                <th scope="row" className="pt-5 pb-2 text-start text-sm font-[550] whitespace-nowrap">
                  <DayName day={line.day} />
                </th>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
