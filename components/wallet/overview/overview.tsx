'use client';

import { useTranslations } from 'next-intl';
import { useSignedInAccount } from '@/components/wallet/frame/account-view';
import { StartLayout, StartLead } from '@/components/wallet/frame/start-preview';
import { Home } from './home';
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
  return account ? <Home key={account} account={account} /> : <Introduction />;
}
