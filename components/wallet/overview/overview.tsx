'use client';

import { useTranslations } from 'next-intl';
import { useConnection } from 'wagmi';
import { Button } from '@/components/ui/button';
import { openDialog } from '@/lib/dialogs';
import { useSession } from '@/lib/session';
import { ActivityList } from './activity-list';
import { VaultHoldings } from './vault-holdings';

/** The wallet's first page: what is in the vault, the one thing to do, and what happened. */
export function Overview() {
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
      <section aria-labelledby="vault-heading" className="grid content-start gap-6">
        <h2 id="vault-heading" className="text-xl">
          {t('vault')}
        </h2>
        <VaultHoldings account={address} />
        <div className="flex flex-wrap gap-3">
          <Button variant="signal" onClick={() => openDialog('deposit')}>
            {t('deposit')}
          </Button>
          <Button onClick={() => openDialog('wallet')}>{t('account')}</Button>
        </div>
      </section>
      <section aria-labelledby="activity-heading" className="grid content-start gap-6">
        <h2 id="activity-heading" className="text-xl">
          {t('activity')}
        </h2>
        <ActivityList />
      </section>
    </div>
  );
}
