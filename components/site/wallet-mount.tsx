'use client';

import { useEffect, useState } from 'react';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import type { Locale } from '@/lib/i18n/routing';
import { isLoginMarked } from '@/lib/session/login-mark';
import { useSession } from '@/lib/session/session';
import { loadDoor, loadWallet, useWalletWanted, wantWallet } from './wallet-door';

type Loaded = Awaited<ReturnType<typeof loadDoor>>;

/** Where the wallet's dialogs live. Empty until the visitor shows intent, now or on an earlier page. */
export function WalletMount({ locale, failure }: { locale: Locale; failure: string }) {
  const { near, wanted } = useWalletWanted();
  const [door, setDoor] = useState<Loaded | null>(null);

  useEffect(() => {
    if (useSession.getState().token !== null || isLoginMarked()) wantWallet();
    return useSession.subscribe(({ token }, previous) => {
      if (token !== null && previous.token === null) wantWallet();
    });
  }, []);

  useEffect(() => {
    if (near === 0 || door) return;
    loadDoor(locale).then(setDoor, () => {
      // Who only came near is told of nothing: it is met again, and told, on the press.
      if (!useWalletWanted.getState().wanted && useDialogs.getState().open !== 'wallet') return;
      closeDialog('wallet');
      notify('error', failure);
    });
  }, [near, door, locale, failure]);

  return door ? (
    <door.Door
      wording={door.wording}
      locale={locale}
      failure={failure}
      wanted={wanted}
      onWant={wantWallet}
      load={loadWallet}
    />
  ) : null;
}
