import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import type { AccountViewProps } from '@/components/wallet/shell/account-view';
import { useUnlockPlan } from '@/lib/wallet/unlocks/use-unlock-plan';
import { FreeList } from './free-list';
import { UnlockMonths } from './unlock-months';
import { useSaveCalendar } from './use-save-calendar';

/** What is free already, then month by month what comes. */
export function UnlockCalendar({ account, chains, coins, contracts }: AccountViewProps) {
  const t = useTranslations('wallet.unlocks');
  const format = useFormatter();
  const plan = useUnlockPlan(account, coins, contracts);
  const save = useSaveCalendar(account, chains);
  const { unlocks, free, failedChainIds, isReading } = plan;
  const failed = chains.filter(({ id }) => failedChainIds.includes(id));
  const isEmpty = unlocks.length === 0 && free.length === 0;
  return (
    <div className="grid gap-10">
      {failed.length > 0 ? (
        <RetryAlert
          message={t('failed', { networks: format.list(failed.map(({ name }) => name)) })}
          retryLabel={t('retry')}
          onRetry={() => void plan.refetch()}
        />
      ) : null}
      {isReading ? (
        <div>
          <p role="status" className="sr-only">
            {t('loading')}
          </p>
          <div aria-busy="true" className="busy-line" />
        </div>
      ) : null}
      {isEmpty && !isReading && failed.length === 0 ? (
        <p className="measure text-muted">{t('empty')}</p>
      ) : null}
      <div className="grid gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-16">
        {unlocks.length > 0 ? (
          <section aria-labelledby="unlocks-ahead" className="grid content-start gap-6">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 id="unlocks-ahead" className="text-xl">
                {t('ahead')}
              </h2>
              <Button size="small" onClick={() => save(unlocks)}>
                {t('saveAll')}
              </Button>
            </div>
            <UnlockMonths
              unlocks={unlocks}
              chains={chains}
              nowOf={plan.nowOf}
              onSave={(unlock) => save([unlock])}
            />
          </section>
        ) : null}
        {free.length > 0 ? <FreeList free={free} chains={chains} /> : null}
      </div>
    </div>
  );
}
