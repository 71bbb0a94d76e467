import { useLocale, useTranslations } from 'next-intl';
import { type ComponentProps, memo, type ReactNode, useCallback } from 'react';
import type { Address } from 'viem';
import { ExternalLink } from '@/components/ui/external-link';
import { ActivityIcon } from '@/components/wallet/display/activity-icon';
import { AllowanceText } from '@/components/wallet/display/allowance-text';
import { TokenIcon } from '@/components/wallet/display/token-icon';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import { useVirtualTable } from '@/components/wallet/display/use-virtual-table';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/address';
import { formatAmount, MINUS } from '@/lib/format/amount';
import { routes } from '@/lib/routes';
import { type ActivityRow, type Move, rowKey } from '@/lib/wallet/activity/activity-row';

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
        {text} <bdi>{token.symbol}</bdi>
        {token.coinId === null ? <span className="text-xs text-muted"> {t('own')}</span> : null}
      </span>
    );
  });
}

const marks = { pending: 'text-warning', failed: 'text-error', confirmed: '' } as const;

/** Table row for one transaction. Memoized, so that unchanged rows are not rendered again. */
const ActivityLine = memo(function ActivityLine({
  row,
  chains,
  coins,
  nameOf,
  index,
  onMeasure,
}: {
  row: ActivityRow;
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
  /** Returns the display name of an address on a chain. */
  nameOf: (chainId: number, address: Address) => string;
  /** Zero-based index among all rows. */
  index: number;
  onMeasure: (element: HTMLTableRowElement | null) => void;
}) {
  const t = useTranslations('wallet.activity');
  const date = useChainTime();
  const { chainId, hash, kind, at, status, counterparty, isVerified, allowance } = row;
  const chain = chains.find(({ id }) => id === chainId);
  const token = (row.in[0] ?? row.out[0] ?? allowance)?.token;
  const notes: ReactNode[] = [
    ...(status === 'confirmed' ? [] : [t(`status.${status}`)]),
    ...(isVerified ? [t('verified')] : []),
  ];
  const details = (
    <>
      {at === null ? null : (
        <time dateTime={new Date(at).toISOString()} className="figures block break-keep">
          {date(BigInt(Math.floor(at / 1_000)))}
        </time>
      )}
      <span className="block">
        {chain?.name}{' '}
        {chain ? (
          // Above the row's own link.
          <ExternalLink href={chain.browserTx + hash}>
            <span className="relative text-xs whitespace-nowrap">{shortAddress(hash)}</span>
          </ExternalLink>
        ) : (
          shortAddress(hash)
        )}
      </span>
    </>
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
            <ActivityIcon kind={kind} isIncoming={row.in.length > 0} />
          )}
          <span className="min-w-0">
            {/* The link covers the whole row. */}
            <WalletLink
              href={`${routes.transaction}?${new URLSearchParams({ chainId: String(chainId), hash })}`}
              className="block after:absolute after:inset-0"
            >
              {t(`kind.${kind}`)}
            </WalletLink>
            {counterparty ? (
              <span className="block text-xs text-muted wrap-anywhere">
                {t(allowance ? 'spender' : row.out.length > 0 ? 'toAddress' : 'fromAddress', {
                  address: nameOf(chainId, counterparty),
                })}
              </span>
            ) : null}
            {notes.length > 0 ? (
              <span className={`block text-xs ${marks[status] || 'text-muted'}`}>{notes.join(' · ')}</span>
            ) : null}
            <span className="block text-xs text-muted @prose:hidden">{details}</span>
          </span>
        </div>
      </td>
      <td className="py-3 text-end @prose:pe-4 @prose:text-start">
        <Moves moves={row.out} side="out" />
        <Moves moves={row.in} side="in" />
        {allowance ? <AllowanceText allowance={allowance} isRevoked={kind === 'revoke'} /> : null}
      </td>
      <td className="hidden py-3 text-xs text-muted @prose:table-cell">{details}</td>
    </tr>
  );
});

const ROW_PX = 72;
const HEAD = 'py-2 pe-4 text-start text-sm font-normal text-muted';

/** Virtualized activity table: only the rows near the viewport are rendered. */
export function ActivityTable({
  rows,
  ...line
}: Pick<ComponentProps<typeof ActivityLine>, 'chains' | 'coins' | 'nameOf'> & {
  rows: readonly ActivityRow[];
}) {
  const t = useTranslations('wallet.activity');
  const table = useVirtualTable({
    count: rows.length,
    rowPx: ROW_PX,
    keyOf: useCallback(
      (index) => {
        const row = rows[index];
        return row ? rowKey(row) : index;
      },
      [rows],
    ),
  });

  return (
    // Padding takes the place of rows that aren't rendered. It moves the header only while the header is out of view.
    <div ref={table.frame} style={table.space} className="@container">
      <table
        aria-label={t('title')}
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-t border-line"
      >
        <thead ref={table.head}>
          <tr aria-rowindex={1} className="border-b border-line">
            <th scope="col" className={`${HEAD} w-[58%] @prose:w-[34%]`}>
              {t('what')}
            </th>
            <th scope="col" className={`${HEAD} @max-prose:pe-0 @max-prose:text-end`}>
              {t('amounts')}
            </th>
            <th scope="col" className={`${HEAD} hidden @prose:table-cell @prose:w-[24%]`}>
              {t('when')}
            </th>
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ index, key }) => {
            const row = rows[index];
            return row ? (
              <ActivityLine key={key} row={row} {...line} index={index} onMeasure={table.measure} />
            ) : null;
          })}
        </tbody>
      </table>
    </div>
  );
}
