'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useConnection } from 'wagmi';
import { Button, buttonClass } from '@/components/ui/button';
import { FiatText } from '@/components/ui/fiat-text';
import { percentText } from '@/components/wallet/display/amount-text';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { PendingList } from '@/components/wallet/pending/pending-notes';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import { useChainMapping, useCoins, usePricing, useWithdrawTerms } from '@/lib/api/hooks';
import type { ChainMapping, Coin, Pricing, WithdrawTerms } from '@/lib/api/types';
import { openDialog } from '@/lib/browser/dialogs';
import { routes } from '@/lib/routes';
import { useSession } from '@/lib/session/session';
import { ActivityList } from './activity-list';
import { ChainTerms } from './chain-terms';
import { Total } from './total';
import { VaultHoldings } from './vault-holdings';

function PriceLine({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-2 text-sm">
      <dt>{label}</dt>
      <dd className="figures">{children}</dd>
      {note ? <dd className="col-span-2 text-xs text-muted">{note}</dd> : null}
    </div>
  );
}

/** The platform's own prices, fees, and rates, with their conditions. */
function PlatformPrices({ pricing }: { pricing: Pricing }) {
  const t = useTranslations('wallet.fees');
  const locale = useLocale();
  const { presale, swapFeeBps, staking, pledge } = pricing;
  return (
    <div>
      <h3 className="pb-1 text-sm text-muted">{t('platform')}</h3>
      <dl className="border-t border-line">
        <PriceLine label={t('swap')}>{percentText(swapFeeBps, locale)}</PriceLine>
        <PriceLine label={t('presale')}>
          <FiatText value={presale.price} currency={presale.currency} locale={locale} decimals={undefined} />
        </PriceLine>
        <PriceLine label={t('staking')}>{percentText(staking.aprBps, locale)}</PriceLine>
        {pledge.map(({ termDays, rateBps, earlyExitPenaltyBps }) => (
          <PriceLine
            key={termDays}
            label={t('pledge', { days: termDays })}
            note={t('earlyExit', { penalty: percentText(earlyExitPenaltyBps, locale) })}
          >
            {percentText(rateBps, locale)}
          </PriceLine>
        ))}
      </dl>
    </div>
  );
}

/** Withdrawal fees and limits of each chain's vault. */
function WithdrawTermsTable({
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
    <div className="grid content-start gap-6">
      {chains.map((chain) => {
        const own = terms.filter(({ chainId }) => chainId === chain.id);
        return own.length === 0 ? null : (
          <ChainTerms key={chain.id} name={chain.name} terms={own} symbols={symbols} />
        );
      })}
      {missing.length > 0 ? (
        <p className="text-sm text-muted">
          {t('missing', { chains: format.list(missing.map(({ name }) => name)) })}
        </p>
      ) : null}
    </div>
  );
}

/** The platform's fees and limits from the API. Also shown to visitors. */
function FeesAndLimits() {
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

/** The account's total, vault balances, and activity, or an introduction if the user is not signed in. */
function Account() {
  const t = useTranslations('wallet.overview');
  const loggedIn = useSession((state) => state.token !== null);
  const { address } = useConnection();

  if (!loggedIn || !address) {
    return (
      <div className="grid max-w-prose gap-6">
        <p className="measure text-lg">{t('offer')}</p>
        <ul className="grid gap-2 text-muted">
          <li>{t('point.keys')}</li>
          <li>{t('point.verified')}</li>
          <li>{t('point.exit')}</li>
        </ul>
        <div>
          <Button variant="signal" onClick={() => openDialog('wallet')}>
            {t('connect')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div className="grid gap-6 lg:col-span-2">
        <Total account={address} />
        <div className="grid grid-cols-2 gap-3 sm:flex">
          <WalletLink href={routes.pay} className={buttonClass()}>
            {t('receive')}
          </WalletLink>
          <WalletLink href={`${routes.pay}?tab=pay`} className={buttonClass({ className: 'max-sm:px-2' })}>
            {t('pay')}
          </WalletLink>
        </div>
      </div>
      <section aria-labelledby="vault-heading" className="grid content-start gap-6">
        <h2 id="vault-heading" className="text-xl">
          {t('vault')}
        </h2>
        <VaultHoldings account={address} />
        <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
          <Button variant="signal" className="max-sm:col-span-2" onClick={() => openDialog('deposit')}>
            {t('deposit')}
          </Button>
          <Button onClick={() => openDialog('withdraw')}>{t('withdraw')}</Button>
          <Button onClick={() => openDialog('wallet')}>{t('account')}</Button>
        </div>
      </section>
      <section aria-labelledby="activity-heading" className="grid content-start gap-6">
        <h2 id="activity-heading" className="text-xl">
          {t('activity')}
        </h2>
        <PendingList account={address} />
        <ActivityList />
      </section>
    </div>
  );
}

/** The wallet's first page: the user's own data, followed by fees and limits. */
export function Overview() {
  return (
    <div className="grid gap-12">
      <Account />
      <FeesAndLimits />
    </div>
  );
}
