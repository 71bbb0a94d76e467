'use client';

import { type Locale, useFormatter, useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { Button } from '@/components/ui/button';
import { LiveAmount } from '@/components/wallet/display/amount-text';
import { AmountToggle } from '@/components/wallet/display/amount-toggle';
import { EmptyState } from '@/components/wallet/display/empty-state';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { LoadingStatus, Placeholder } from '@/components/wallet/display/skeleton';
import { AccountView, type AccountViewProps } from '@/components/wallet/frame/account-view';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import type { ChainMapping } from '@/lib/api/types';
import { saveFile } from '@/lib/browser/save-file';
import { formatAmount } from '@/lib/format/amount';
import { calendarText } from '@/lib/format/icalendar';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';
import { useEarnContracts } from '@/lib/wallet/earn/use-earn-contracts';
import { livePlan } from '@/lib/wallet/unlocks/live-plan';
import { type Free, type Unlock, unlockKey, unlockUid } from '@/lib/wallet/unlocks/plan-unlocks';
import { SampleUnlocks } from './sample-unlocks';
import { unlockPath } from './unlock-item';
import { UnlockMonths } from './unlock-months';
import { UnlocksSkeleton, unlocksGrid } from './unlocks-skeleton';

/** List of the amounts that can be withdrawn or claimed now. */
function FreeList({ free, chains }: { free: readonly Free[]; chains: readonly ChainMapping[] }) {
  const t = useTranslations('wallet.unlocks');
  return (
    <section aria-labelledby="unlocks-free" className="grid content-start gap-6">
      <h2 id="unlocks-free" className="flex min-h-11 items-center text-xl">
        {t('free')}
      </h2>
      <ul className="grid border-t border-line">
        {free.map((item) => {
          const { kind, chainId, amount, token } = item;
          return (
            <li
              key={unlockKey(item)}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-3"
            >
              <span className="min-w-0">
                {t(`freeKind.${kind}`)}
                <span className="block text-xs text-muted">
                  {chains.find(({ id }) => id === chainId)?.name}
                </span>
              </span>
              <span className="ms-auto text-end text-xl wrap-anywhere">
                {/* Rewards grow every second, and have the same decimals on each page. */}
                {kind === 'rewards' ? (
                  <LiveAmount value={amount} decimals={token.decimals} />
                ) : (
                  <AmountToggle value={amount} decimals={token.decimals} />
                )}{' '}
                <span className="text-sm text-muted">{token.symbol}</span>
              </span>
              <span className="basis-full">
                <WalletLink href={unlockPath(item)}>{t(`action.${kind}`)}</WalletLink>
              </span>
            </li>
          );
        })}
      </ul>
      <p className="measure text-xs text-muted">{t('freeNote')}</p>
    </section>
  );
}

/** React hook that returns a function to save unlocks as an iCalendar file in the current locale. */
function useSaveCalendar(
  account: Address,
  chains: readonly ChainMapping[],
): (unlocks: readonly Unlock[]) => void {
  const t = useTranslations('wallet.unlocks');
  const locale: Locale = useLocale();
  return (unlocks) => {
    const events = unlocks.map((unlock) => {
      const { kind, chainId, at, amount, token } = unlock;
      const network = chains.find(({ id }) => id === chainId)?.name ?? String(chainId);
      const text = `${formatAmount(amount, token.decimals, locale, token.decimals)} ${token.symbol}`;
      const url = new URL(getPathname({ locale, href: unlockPath(unlock) }), window.location.origin).href;
      return {
        uid: unlockUid(unlock, account),
        at,
        summary: t('event', { what: t(`kind.${kind}`), amount: text }),
        description: t('eventNote', { note: t(`note.${kind}`), network, url }),
        url,
      };
    });
    saveFile(
      'tidewell-unlocks.ics',
      new Blob([calendarText(t('calendar'), events, new Date())], { type: 'text/calendar;charset=utf-8' }),
    );
  };
}

/** Unlocks by month, and the amounts that are already available. */
export function UnlockCalendar({ account, chains, coins, contracts }: AccountViewProps) {
  const t = useTranslations('wallet.unlocks');
  const format = useFormatter();
  const plan = livePlan(useEarnContracts(account, coins, contracts));
  const save = useSaveCalendar(account, chains);
  const { unlocks, free, failedChainIds, isReading } = plan;
  const failed = chains.filter(({ id }) => failedChainIds.includes(id));
  const isEmpty = unlocks.length === 0 && free.length === 0;
  return (
    <div className="grid gap-10">
      {failed.length > 0 ? (
        <ReadFailure
          chainIds={failedChainIds}
          shown={isEmpty ? 'nothing' : 'part'}
          message={t('failed', { networks: format.list(failed.map(({ name }) => name)) })}
          retryLabel={t('retry')}
          onRetry={() => void plan.refetch()}
        />
      ) : null}
      <LoadingStatus text={isReading ? t('loading') : null} />
      {isReading ? (
        // Until every contract has been read, because amounts that are read later would move the others.
        <Placeholder>
          <UnlocksSkeleton />
        </Placeholder>
      ) : isEmpty ? (
        failed.length > 0 ? null : (
          <EmptyState action={<WalletLink href={routes.earn}>{t('toEarn')}</WalletLink>}>
            {t('empty')}
          </EmptyState>
        )
      ) : (
        <div className={unlocksGrid(free.length > 0)}>
          {free.length > 0 ? <FreeList free={free} chains={chains} /> : null}
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
        </div>
      )}
    </div>
  );
}

/** Unlocks page (WAL-13): shows when the account's amounts in the platform's contracts become available. */
export function Unlocks() {
  const t = useTranslations('wallet.unlocks');
  return (
    <AccountView
      hidesNetworks
      lead={t('lead')}
      conditions={t('conditions')}
      sample={<SampleUnlocks />}
      skeleton={<UnlocksSkeleton />}
    >
      {(view) => (
        <OwnAmounts>
          <UnlockCalendar {...view} />
        </OwnAmounts>
      )}
    </AccountView>
  );
}
