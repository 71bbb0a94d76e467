'use client';

import { useTranslations } from 'next-intl';
import { useConnection } from 'wagmi';
import { Button, buttonClass } from '@/components/ui/button';
import { PendingList } from '@/components/wallet/pending/pending-list';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import { openDialog } from '@/lib/browser/dialogs';
import { routes } from '@/lib/routes';
import { useSession } from '@/lib/session/session';
import { ActivityList } from './activity-list';
import { FeesAndLimits } from './fees-and-limits';
import { Total } from './total';
import { VaultHoldings } from './vault-holdings';

/** What is in the vault, the one thing to do, and what happened; an offer before a wallet is connected. */
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

/** The wallet's first page: the visitor's own part, then what holds for everyone. */
export function Overview() {
  return (
    <div className="grid gap-12">
      <Account />
      <FeesAndLimits />
    </div>
  );
}
