import { keepPreviousData } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useBlock } from 'wagmi';
import { type LogScan, useFullScan } from '@/lib/evm/use-log-scan';

/**
 * Shows how far back a network's blocks were searched, and whether the search goes on or waits for the network. While it's
 * shown, the search continues until the first block.
 */
export function ScanNote({ scan, chainId }: { scan: LogScan<unknown>; chainId: number }) {
  const t = useTranslations('wallet.scan');
  const format = useFormatter();
  const locale = useLocale();
  useFullScan(scan);
  const { reached, isFailed } = scan;
  const { data: block } = useBlock({
    chainId,
    ...(reached === undefined ? {} : { blockNumber: reached }),
    query: {
      enabled: reached !== undefined && reached > 0n,
      staleTime: Number.POSITIVE_INFINITY,
      // The date of an earlier block is right too, and the text doesn't change back and forth.
      placeholderData: keepPreviousData,
    },
  });
  if (reached === undefined) return null;
  const isAll = reached === 0n;
  const number = new Intl.NumberFormat(locale).format(block?.number ?? reached);
  const date = block
    ? format.dateTime(new Date(Number(block.timestamp) * 1_000), { dateStyle: 'medium' })
    : null;
  return (
    <p className="border-t border-line pt-4 text-sm text-muted">
      {/* Screen readers announce only a change of the state, because the block changes often. */}
      <span role="status">{t(isFailed ? 'paused' : isAll ? 'all' : 'looking')}</span>{' '}
      {isAll ? null : date ? t('sinceDate', { number, date }) : t('since', { number })}
    </p>
  );
}
