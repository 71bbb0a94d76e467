'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { FiatText } from '@/components/ui/fiat-text';
import { FigureLine } from '@/components/wallet/display/figure-line';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import { PageLead } from '@/components/wallet/frame/account-view';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { useChainMapping, useCoins, usePricing, useWithdrawTerms } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Pricing, WithdrawTerms } from '@/lib/api/types';
import { percentText } from '@/lib/format/percent';
import { routes } from '@/lib/routes';
import { ChainTerms } from './chain-terms';
import { FeesSkeleton } from './fees-skeleton';

/** The platform's prices, fees, and rates, with their conditions. */
function PlatformPrices({ pricing }: { pricing: Pricing }) {
  const t = useTranslations('wallet.fees');
  const locale = useLocale();
  const { presale, swapFeeBps, staking, pledge } = pricing;
  return (
    <section aria-labelledby="fees-platform" className="grid content-start gap-4">
      <h2 id="fees-platform" className="text-xl">
        {t('platform')}
      </h2>
      <dl className="border-t border-line">
        <FigureLine label={t('free')}>{t('none')}</FigureLine>
        <FigureLine label={t('swap')}>{percentText(swapFeeBps, locale)}</FigureLine>
        <FigureLine label={t('presale')}>
          <FiatText value={presale.price} currency={presale.currency} locale={locale} decimals={undefined} />
        </FigureLine>
        <FigureLine label={t('staking')}>{percentText(staking.aprBps, locale)}</FigureLine>
        {pledge.map(({ termDays, rateBps, earlyExitPenaltyBps }) => (
          <FigureLine
            key={termDays}
            label={t('pledge', { days: termDays })}
            note={t('earlyExit', { penalty: percentText(earlyExitPenaltyBps, locale) })}
          >
            {percentText(rateBps, locale)}
          </FigureLine>
        ))}
      </dl>
      <p className="text-sm text-muted">{t('freePayments')}</p>
      <p className="text-sm text-muted">
        {t.rich('perNetwork', { earn: (text) => <WalletLink href={routes.earn}>{text}</WalletLink> })}
      </p>
    </section>
  );
}

/** Withdrawal fees and limits of each chain's vault. */
function WithdrawTermsTables({
  terms,
  chains,
  coins,
}: {
  terms: readonly WithdrawTerms[];
  chains: readonly ChainMapping[];
  coins: readonly Coin[];
}) {
  const t = useTranslations('wallet.fees');
  const format = useFormatter();
  const symbols = new Map(coins.map(({ id, symbol }) => [id, symbol]));
  const missing = chains.filter(({ id }) => !terms.some(({ chainId }) => chainId === id));
  return (
    <section aria-labelledby="fees-withdrawals" className="grid content-start gap-6">
      <h2 id="fees-withdrawals" className="text-xl">
        {t('withdrawalsTitle')}
      </h2>
      {chains.map((chain) => {
        const own = terms.filter(({ chainId }) => chainId === chain.id);
        return own.length === 0 ? null : (
          <ChainTerms key={chain.id} name={chain.name} terms={own} symbols={symbols} />
        );
      })}
      <p className="measure text-sm text-muted">{t('wholeBalance')}</p>
      {missing.length > 0 ? (
        <p className="text-sm text-muted">
          {t('missing', { chains: format.list(missing.map(({ name }) => name)) })}
        </p>
      ) : null}
    </section>
  );
}

/** Fees and limits page: the platform's terms from the API (API-7, PRICE-2). Doesn't require signing in. */
export function Fees() {
  const t = useTranslations('wallet.fees');
  const page = useTranslations('wallet.overview');
  const lists = [useWithdrawTerms(), usePricing(), useChainMapping(), useCoins()] as const;
  const [{ data: terms }, { data: pricing }, { data: chains }, { data: coins }] = lists;
  const isFailed = lists.some(({ data, error }) => error && !data);
  return (
    <div className="grid gap-10">
      <PageLead lead={t('lead')} conditions={t('conditions')} />
      {isFailed ? (
        <RetryAlert
          message={t('failed')}
          retryLabel={t('retry')}
          onRetry={() => void Promise.all(lists.map(({ mutate }) => mutate()))}
        />
      ) : terms && pricing && chains && coins ? (
        <div className="grid gap-12 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <WithdrawTermsTables terms={terms} chains={chains} coins={coins} />
          <PlatformPrices pricing={pricing} />
        </div>
      ) : (
        <>
          <LoadingStatus text={page('loading')} />
          <Placeholder>
            <FeesSkeleton />
          </Placeholder>
        </>
      )}
    </div>
  );
}
