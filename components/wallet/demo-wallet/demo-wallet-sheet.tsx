'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { SignRequest } from '@/components/wallet/signing/sign-request';
import { AccountChoice } from './account-choice';
import { lastDemoAccount } from './demo-accounts';
import { useDemoRequests } from './demo-request';

/** The demo wallet's confirmation dialog. Nothing is signed without it. */
export function DemoWalletSheet() {
  const t = useTranslations('wallet.demo');
  const signing = useTranslations('wallet.signing');
  const pending = useDemoRequests((state) => state.queue[0]);
  const [picked, setPicked] = useState<number | null>(null);
  const [shown, setShown] = useState(pending);
  if (pending && pending !== shown) setShown(pending);
  const request = shown?.request;
  const accountIndex = picked ?? lastDemoAccount();

  return (
    <Dialog
      open={pending !== undefined}
      onClose={() => pending?.decide(null)}
      title={request ? t(`title.${request.kind}`) : t('name')}
      closeLabel={signing('reject')}
    >
      <p className="rounded-sharp border border-line px-3 py-2 text-xs text-muted">{t('notice')}</p>
      {shown && request && request.kind !== 'connect' ? (
        <SignRequest
          id={shown.id}
          request={request}
          onDecide={(isConfirmed) => pending?.decide(isConfirmed ? accountIndex : null)}
        />
      ) : request ? (
        <div className="mt-4 flex flex-col gap-5">
          <AccountChoice chosen={accountIndex} onChoose={setPicked} />
          <div className="dialog-action grid grid-cols-2 gap-3">
            <Button onClick={() => pending?.decide(null)}>{signing('reject')}</Button>
            <Button variant="signal" onClick={() => pending?.decide(accountIndex)}>
              {t('connect')}
            </Button>
          </div>
        </div>
      ) : null}
    </Dialog>
  );
}
