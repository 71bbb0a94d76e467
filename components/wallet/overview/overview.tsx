'use client';

import { useTranslations } from 'next-intl';
import { useSignedInAccount } from '@/components/wallet/frame/account-view';
import { StartLayout, StartLead } from '@/components/wallet/frame/start-preview';
import { useOffline } from '@/lib/browser/offline';
import { readLastBalances } from '@/lib/session/last-balances';
import { Home } from './home';
import { LastBalancesList } from './offline-home';
import { SampleHome } from './sample-home';

const points = ['keys', 'verified', 'exit'] as const;

/** Introduction for visitors who are not signed in, with a sample of the home screen. */
function Introduction() {
  const t = useTranslations('wallet.overview');
  return (
    <StartLayout
      start={
        <StartLead lead={t('offer')}>
          <ul className="grid gap-2 text-muted">
            {points.map((point) => (
              <li key={point}>{t(`point.${point}`)}</li>
            ))}
          </ul>
        </StartLead>
      }
    >
      <SampleHome />
    </StartLayout>
  );
}

/** The wallet's first page: the user's own data, or an introduction. */
export function Overview() {
  const account = useSignedInAccount();
  const isOffline = useOffline();
  if (account) return <Home key={account} account={account} />;
  // The wallet of the session may need a connection, too.
  return isOffline && readLastBalances() ? <LastBalancesList /> : <Introduction />;
}
