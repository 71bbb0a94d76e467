import { useFormatter, useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import type { AccountViewProps } from '@/components/wallet/frame/account-view';
import { useCostBasis } from '@/lib/wallet/portfolio/use-cost-basis';
import { HoldingsTable } from './holdings-table';

const unknown = () => null;

/**
 * The account's holdings, with their costs and unrealized profits. Those are in US dollars, so they are left out for other currencies, and
 * the activity is only searched when the user asks for them.
 */
export function CostedHoldings({
  view,
  isWhole,
  ...table
}: Omit<ComponentProps<typeof HoldingsTable>, 'costOf' | 'hasCost' | 'coins' | 'chains'> & {
  view: AccountViewProps;
  /** Whether the holdings on all networks could be read. */
  isWhole: boolean;
}) {
  const t = useTranslations('wallet.portfolio');
  const activity = useTranslations('wallet.activity');
  const format = useFormatter();
  const isInDollars = table.money.currency === 'USD';
  const [asked, setAsked] = useState<number | null>(null);
  const depth = isInDollars ? asked : null;
  const costs = useCostBasis(view, depth);
  const hasFailed = costs.arePricesMissing || costs.failed.length > 0;
  const holdings = (
    <HoldingsTable
      {...table}
      chains={view.chains}
      coins={view.coins}
      hasCost={isInDollars}
      costOf={depth === null ? undefined : (isWhole && costs.ofBalance) || unknown}
    />
  );
  if (!isInDollars)
    return (
      <div className="grid gap-4">
        {holdings}
        <p className="measure text-sm text-muted">{t('cost.onlyDollars')}</p>
      </div>
    );
  return (
    <div className="grid gap-4">
      {holdings}
      {costs.arePricesMissing ? (
        <RetryAlert
          message={t('history.pricesFailed')}
          retryLabel={t('retry')}
          onRetry={() => void costs.retry()}
        />
      ) : costs.failed.length > 0 ? (
        <ReadFailure
          chainIds={costs.failed}
          shown="part"
          message={t('cost.failed', { networks: format.list(costs.failed.map(table.nameOf)) })}
          retryLabel={t('retry')}
          onRetry={() => void costs.retry()}
        />
      ) : null}
      <p className="measure text-sm text-muted">{t(depth === null ? 'cost.lead' : 'cost.method')}</p>
      {/* Keeps its height without a button, so that the sections below don't move. */}
      <div className="flex min-h-11 flex-wrap items-center gap-4 text-sm text-muted">
        {depth === null ? (
          <Button size="small" onClick={() => setAsked(0)}>
            {t('cost.show')}
          </Button>
        ) : (
          <>
            {costs.hasFurther ? (
              // The button is not disabled while busy, because a disabled button would lose focus.
              <Button
                size="small"
                aria-disabled={costs.isReading}
                onClick={() => {
                  if (!costs.isReading) setAsked(depth + 1);
                }}
              >
                {activity('further')}
              </Button>
            ) : null}
            <p role="status">
              {costs.isReading
                ? activity('loading')
                : hasFailed
                  ? null
                  : t(costs.isDone ? 'cost.done' : 'cost.part')}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
