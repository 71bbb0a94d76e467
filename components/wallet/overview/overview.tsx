'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useLoggedInAccount } from '@/components/wallet/shell/account-view';
import { openDialog } from '@/lib/browser/dialogs';
import { Home } from './home';
import { SampleHome } from './sample-home';

const points = ['keys', 'verified', 'exit'] as const;

/** Introduction for visitors who are not signed in, with a sample of the home screen. */
function Introduction() {
  const t = useTranslations('wallet.overview');
  return (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:gap-x-14">
      <div className="grid content-start gap-6">
        <p className="measure text-xl text-balance">{t('offer')}</p>
        <ul className="grid gap-2 text-muted">
          {points.map((point) => (
            <li key={point}>{t(`point.${point}`)}</li>
          ))}
        </ul>
        <div>
          <Button variant="signal" className="max-sm:w-full" onClick={() => openDialog('wallet')}>
            {t('connect')}
          </Button>
        </div>
      </div>
      <SampleHome />
    </div>
  );
}

/** The wallet's first page: the user's own data, or an introduction. */
export function Overview() {
  const account = useLoggedInAccount();
  return account ? <Home key={account} account={account} /> : <Introduction />;
}
