import { useTranslations } from 'next-intl';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { useChainMapping, useCoins, usePricing, useWithdrawTerms } from '@/lib/api/hooks';
import { PlatformPrices } from './platform-prices';
import { WithdrawTermsTable } from './withdraw-terms-table';

/** What the platform charges and allows, each figure from the API: known before anyone connects. */
export function FeesAndLimits() {
  const t = useTranslations('wallet.fees');
  const lists = [useWithdrawTerms(), usePricing(), useChainMapping(), useCoins()] as const;
  const [{ data: terms }, { data: pricing }, { data: chains }, { data: coins }] = lists;
  const isFailed = lists.some(({ data, error }) => error && !data);
  return (
    <section aria-labelledby="fees-heading" className="grid gap-6 border-t border-line pt-10">
      <div className="grid gap-2">
        <h2 id="fees-heading" className="text-xl">
          {t('title')}
        </h2>
        <p className="measure text-sm text-muted">{t('lead')}</p>
      </div>
      {isFailed ? (
        <RetryAlert
          message={t('failed')}
          retryLabel={t('retry')}
          onRetry={() => void Promise.all(lists.map(({ mutate }) => mutate()))}
        />
      ) : terms && pricing && chains && coins ? (
        <div className="grid gap-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <WithdrawTermsTable terms={terms} chains={chains} coins={coins} />
          <PlatformPrices pricing={pricing} />
        </div>
      ) : (
        <div aria-busy="true" className="busy-line" />
      )}
    </section>
  );
}
