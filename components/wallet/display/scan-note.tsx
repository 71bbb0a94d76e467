import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useBlock } from 'wagmi';
import { Button } from '@/components/ui/button';
import type { LogScan } from '@/lib/evm/use-log-scan';

/** Shows how far back a network's blocks were scanned, with a button to scan further back. */
export function ScanNote({ scan, chainId }: { scan: LogScan<unknown>; chainId: number }) {
  const t = useTranslations('wallet.scan');
  const format = useFormatter();
  const locale = useLocale();
  const { reached, lookFurther, isLooking, isFailed } = scan;
  const { data: block } = useBlock({
    chainId,
    ...(reached === undefined ? {} : { blockNumber: reached }),
    query: { enabled: reached !== undefined && reached > 0n, staleTime: Number.POSITIVE_INFINITY },
  });
  if (reached === undefined) return null;
  const isAll = reached === 0n;
  const number = new Intl.NumberFormat(locale).format(reached);
  const date = block
    ? format.dateTime(new Date(Number(block.timestamp) * 1_000), { dateStyle: 'medium' })
    : null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line pt-4 text-sm text-muted">
      <p role="status">
        {isLooking
          ? t('looking')
          : isAll
            ? t('all')
            : date
              ? t('sinceDate', { number, date })
              : t('since', { number })}
      </p>
      {isAll || isFailed || !lookFurther ? null : (
        <Button
          size="small"
          aria-disabled={isLooking}
          aria-busy={isLooking}
          onClick={() => !isLooking && lookFurther()}
        >
          {t('further')}
        </Button>
      )}
    </div>
  );
}
