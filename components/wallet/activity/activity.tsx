'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { Placeholder } from '@/components/wallet/display/skeleton';
import { useCounterpartyName } from '@/components/wallet/display/use-counterparty-name';
import { AccountView, type AccountViewProps } from '@/components/wallet/frame/account-view';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { PendingList } from '@/components/wallet/transaction-sheet/pending-notes';
import { fetchDailyPrices } from '@/lib/api/daily-prices';
import { notify } from '@/lib/browser/notices';
import { readPageParams, replacePageParams, usePageParams } from '@/lib/browser/page-params';
import { saveFile } from '@/lib/browser/save-file';
import { routes } from '@/lib/routes';
import { activityCsv } from '@/lib/wallet/activity/activity-csv';
import { costBasis, dailyPriceOf, hasWholeHistory, pricesNeeded } from '@/lib/wallet/activity/cost-basis';
import {
  type ActivityFilter,
  activityParams,
  filterActivity,
  isFiltered,
  readActivityFilter,
  symbolsOf,
} from '@/lib/wallet/activity/filter-activity';
import { partiesOf } from '@/lib/wallet/activity/recent-people';
import { useActivityRows } from '@/lib/wallet/activity/use-activity-rows';
import { useVerifiedNames } from '@/lib/wallet/ens/use-ens';
import { isMissing } from '@/lib/wallet/transactions/ledger-entry';
import { ActivityFilters } from './activity-filters';
import { ActivityRange } from './activity-range';
import { ActivitySkeleton, TransactionsSkeleton } from './activity-skeleton';
import { ActivityTable } from './activity-table';
import { SampleActivity } from './sample-activity';
import { useRowText } from './use-row-text';

function show(filter: ActivityFilter): void {
  replacePageParams(activityParams(filter));
}

/**
 * Updates part of the filter in the URL. Replaces the history entry, so that Back leaves the page. Doesn't use the
 * rendered filter, which may be outdated.
 */
function changeFilter(part: Partial<ActivityFilter>): void {
  show({ ...readActivityFilter(readPageParams()), ...part });
}

function clearFilter(): void {
  show(readActivityFilter(new URLSearchParams()));
}

/** The account's activity list, its filters, and how far back the list goes. */
export function ActivityView(lists: AccountViewProps) {
  const t = useTranslations('wallet.activity');
  const params = usePageParams();
  const [depth, setDepth] = useState(0);
  const [resets, setResets] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const { rows, parts, past, server } = useActivityRows(lists, depth);
  const { account, chains, contracts } = lists;
  const wanted = useMemo(() => readActivityFilter(params), [params]);
  // Deferred, so that the search field stays responsive with thousands of rows.
  const filter = useDeferredValue(wanted);
  const parties = useMemo(() => partiesOf(rows), [rows]);
  const verified = useVerifiedNames(parties);
  const nameOf = useCounterpartyName(account, contracts, verified);
  const timeZone = useTimeZone();
  const textOf = useRowText(rows, chains, nameOf);
  const shown = useMemo(
    () => filterActivity(rows, filter, textOf, timeZone),
    [rows, filter, textOf, timeZone],
  );
  // Nothing is shown below the list before it's known to be empty, because the list would push it down.
  const isStarting = rows.length === 0 && parts.some(({ data, isFailed }) => data === undefined && !isFailed);
  const isUnread = rows.length === 0 && !isStarting && parts.some(({ isFailed }) => isFailed);
  const symbols = useMemo(() => symbolsOf(rows), [rows]);
  const reset = () => {
    setResets(resets + 1);
    clearFilter();
  };
  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    try {
      const prices = await fetchDailyPrices(pricesNeeded(rows)).catch(() => null);
      if (prices === null) notify('warning', t('exportWithoutPrices'));
      // Calculated from all rows, because rows that the filters exclude affect the costs of the others.
      const costs = costBasis(rows, lists, dailyPriceOf(prices ?? []), (coin) =>
        hasWholeHistory(coin, parts),
      );
      const day = new Date().toISOString().slice(0, 10);
      saveFile(
        `tidewell-activity-${account.slice(2, 10)}-${day}.csv`,
        new Blob([await activityCsv(shown, chains, costs)], { type: 'text/csv;charset=utf-8' }),
      );
    } finally {
      setSaving(false);
    }
  };

  return (
    <div className="grid gap-4 sm:gap-6">
      {/* The table has a row for each hash, which a wallet may never have returned. */}
      <PendingList account={account} isShown={isMissing} />
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
          {isStarting
            ? t('loading')
            : isUnread
              ? null
              : isFiltered(filter)
                ? t('foundOf', { count: shown.length, total: rows.length })
                : t('found', { count: rows.length })}
        </p>
        {/* As flat as the text beside it, so that a phone shows the first rows. */}
        <Button
          variant="plain"
          size="small"
          className="-my-2.5 -me-4"
          disabled={shown.length === 0}
          aria-disabled={isSaving}
          onClick={() => void save()}
        >
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
      {shown.length > 0 ? (
        <ActivityTable rows={shown} chains={chains} coins={lists.coins} nameOf={nameOf} account={account} />
      ) : null}
      {shown.length === 0 ? (
        <div className={isUnread ? 'empty:hidden' : 'min-h-40'}>
          {isStarting ? (
            <Placeholder>
              <TransactionsSkeleton />
            </Placeholder>
          ) : isUnread ? null : rows.length === 0 ? (
            <EmptyState action={<WalletLink href={routes.pay}>{t('receive')}</WalletLink>}>
              {t('empty')}
            </EmptyState>
          ) : (
            <EmptyState
              action={
                <Button size="small" onClick={reset}>
                  {t('reset')}
                </Button>
              }
            >
              {t('noMatch')}
            </EmptyState>
          )}
        </div>
      ) : null}
      {/* Shown only after the search, because rows found later would move it down. */}
      {isStarting || (depth === 0 && past.isSearching) ? null : (
        <ActivityRange
          parts={parts}
          past={past}
          chains={chains}
          hasRows={rows.length > 0}
          onFurther={() => setDepth(depth + 1)}
        />
      )}
    </div>
  );
}

/** Activity page (WAL-13): the account's transactions from the chains, the server, and this device in one list. */
export function Activity() {
  const t = useTranslations('wallet.activity');
  return (
    <AccountView lead={t('lead')} sample={<SampleActivity />} skeleton={<ActivitySkeleton />}>
      {(view) => (
        <OwnAmounts>
          <ActivityView {...view} />
        </OwnAmounts>
      )}
    </AccountView>
  );
}
