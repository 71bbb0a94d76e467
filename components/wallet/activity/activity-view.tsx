import { useTranslations } from 'next-intl';
import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import type { AccountViewProps } from '@/components/wallet/shell/account-view';
import { usePlace } from '@/components/wallet/shell/page-place';
import { saveFile } from '@/lib/browser/save-file';
import { activityCsv } from '@/lib/wallet/activity/activity-csv';
import {
  filterActivity,
  isFiltered,
  readActivityFilter,
  symbolsOf,
} from '@/lib/wallet/activity/filter-activity';
import { ActivityFilters } from './activity-filters';
import { ActivityReach } from './activity-reach';
import { ActivityTable } from './activity-table';
import { changeFilter, clearFilter } from './show-filter';
import { useActivityRows } from './use-activity-rows';
import { useCounterpartyName } from './use-counterparty-name';
import { useRowText } from './use-row-text';

/** The account's list with its filters, and how far back it goes. */
export function ActivityView(lists: AccountViewProps) {
  const t = useTranslations('wallet.activity');
  const params = usePlace();
  const [depth, setDepth] = useState(0);
  const [resets, setResets] = useState(0);
  const { rows, parts, server } = useActivityRows(lists, depth);
  const { account, chains, contracts } = lists;
  const wanted = useMemo(() => readActivityFilter(params), [params]);
  // The field comes first; thousands of rows follow in parts.
  const filter = useDeferredValue(wanted);
  const nameOf = useCounterpartyName(account, contracts);
  const textOf = useRowText(rows, chains, nameOf);
  const shown = useMemo(() => filterActivity(rows, filter, textOf), [rows, filter, textOf]);
  const isReading = parts.some(({ data }) => data === undefined);
  const symbols = useMemo(() => symbolsOf(rows), [rows]);
  const reset = () => {
    setResets(resets + 1);
    clearFilter();
  };
  const save = async () => {
    const day = new Date().toISOString().slice(0, 10);
    saveFile(
      `tidewell-activity-${account.slice(2, 10)}-${day}.csv`,
      new Blob([await activityCsv(shown, chains)], { type: 'text/csv;charset=utf-8' }),
    );
  };

  return (
    <div className="grid gap-6">
      <ActivityFilters
        key={resets}
        filter={wanted}
        chains={chains}
        symbols={symbols}
        isReset={resets > 0}
        hasReset={shown.length > 0}
        onChange={changeFilter}
        onReset={reset}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted">
          {isReading && rows.length === 0
            ? t('loading')
            : isFiltered(filter)
              ? t('foundOf', { count: shown.length, total: rows.length })
              : t('found', { count: rows.length })}
        </p>
        <Button size="small" disabled={shown.length === 0} onClick={() => void save()}>
          {t('export')}
        </Button>
      </div>
      {server.isFailed ? (
        <RetryAlert
          message={t('recordsFailed')}
          retryLabel={t('retry')}
          onRetry={() => void server.retry()}
        />
      ) : null}
      {shown.length > 0 ? <ActivityTable rows={shown} chains={chains} nameOf={nameOf} /> : null}
      {shown.length === 0 && !(isReading && rows.length === 0) ? (
        <div className="grid justify-items-start gap-3">
          <p className="measure text-muted">{t(rows.length === 0 ? 'empty' : 'noMatch')}</p>
          {rows.length === 0 ? null : (
            <Button size="small" onClick={reset}>
              {t('reset')}
            </Button>
          )}
        </div>
      ) : null}
      <ActivityReach parts={parts} chains={chains} onFurther={() => setDepth(depth + 1)} />
    </div>
  );
}
