import { useLocale, useTranslations } from 'next-intl';
import { memo, type ReactNode } from 'react';
import type { Address } from 'viem';
import { ExternalLink } from '@/components/ui/external-link';
import { useChainTime } from '@/components/wallet/display/use-chain-time';
import type { ChainMapping } from '@/lib/api/types';
import { shortAddress } from '@/lib/evm/native-token';
import { formatAmount } from '@/lib/format/amount';
import type { ActivityRow, Move } from '@/lib/wallet/activity/activity-row';

/** An amount of more characters has room in a phone's row only if it is written smaller. */
const LONG_AMOUNT = 12;

/** What left or arrived; the sign says what its colour does. */
function Moves({ moves, side }: { moves: readonly Move[]; side: 'in' | 'out' }) {
  const t = useTranslations('wallet.activity');
  const locale = useLocale();
  return moves.map(({ token, amount }) => {
    const text = formatAmount(amount, token.decimals, locale);
    const size = text.length > LONG_AMOUNT ? 'max-md:text-sm' : '';
    return (
      <span
        key={token.address}
        className={`figures block wrap-anywhere ${size} ${side === 'in' ? 'text-gain' : ''}`}
      >
        <span className="sr-only">{t(`side.${side}`)} </span>
        <span aria-hidden="true">{side === 'in' ? '+' : '−'}</span>
        {text} {token.symbol}
        {token.coinId === null ? <span className="text-xs text-muted"> {t('own')}</span> : null}
      </span>
    );
  });
}

const marks = { pending: 'text-warning', failed: 'text-error', confirmed: '' } as const;

/** One transaction; one that stays while others come and go is not drawn again. */
export const ActivityLine = memo(function ActivityLine({
  row,
  chains,
  nameOf,
  index,
  onMeasure,
}: {
  row: ActivityRow;
  chains: readonly ChainMapping[];
  /** What an address on a chain is called. */
  nameOf: (chainId: number, address: Address) => string;
  /** Its place among all rows, from 0. */
  index: number;
  onMeasure: (element: HTMLTableRowElement | null) => void;
}) {
  const t = useTranslations('wallet.activity');
  const date = useChainTime();
  const { chainId, hash, kind, at, status, counterparty, isVerified } = row;
  const chain = chains.find(({ id }) => id === chainId);
  const notes: ReactNode[] = [
    ...(status === 'confirmed' ? [] : [t(`status.${status}`)]),
    ...(isVerified ? [t('verified')] : []),
  ];
  const place = (
    <>
      {at === null ? null : (
        <time dateTime={new Date(at).toISOString()} className="figures block break-keep">
          {date(BigInt(Math.floor(at / 1_000)))}
        </time>
      )}
      <span className="block">
        {chain?.name}{' '}
        {chain ? (
          <ExternalLink href={chain.browserTx + hash}>
            <span className="text-xs whitespace-nowrap">{shortAddress(hash)}</span>
          </ExternalLink>
        ) : (
          shortAddress(hash)
        )}
      </span>
    </>
  );
  return (
    // The header's row is the first.
    <tr
      ref={onMeasure}
      data-index={index}
      aria-rowindex={index + 2}
      className="border-b border-line align-top"
    >
      <td className="py-3 pe-4">
        <span className="block">{t(`kind.${kind}`)}</span>
        {counterparty ? (
          <span className="block text-xs text-muted wrap-anywhere">
            {t(row.out.length > 0 ? 'toAddress' : 'fromAddress', { address: nameOf(chainId, counterparty) })}
          </span>
        ) : null}
        {notes.length > 0 ? (
          <span className={`block text-xs ${marks[status] || 'text-muted'}`}>{notes.join(' · ')}</span>
        ) : null}
        <span className="block text-xs text-muted md:hidden">{place}</span>
      </td>
      <td className="py-3 text-end md:pe-4 md:text-start">
        <Moves moves={row.out} side="out" />
        <Moves moves={row.in} side="in" />
      </td>
      <td className="hidden py-3 text-xs text-muted md:table-cell">{place}</td>
    </tr>
  );
});
