'use client';

import { useEffect, useState } from 'react';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import type { Locale } from '@/lib/i18n/routing';
import { useSession } from '@/lib/session/session';
import { isSignInMarked } from '@/lib/session/sign-in-mark';
import { loadConnectFlow, loadWallet, requestWallet, useWalletRequests } from './load-wallet';

type Loaded = Awaited<ReturnType<typeof loadConnectFlow>>;

/** Mounts the wallet's dialogs. Renders nothing until the visitor is likely to use the wallet. */
export function WalletMount({ locale, failure }: { locale: Locale; failure: string }) {
  const { near, wanted } = useWalletRequests();
  const [connectFlow, setConnectFlow] = useState<Loaded | null>(null);

  useEffect(() => {
    if (useSession.getState().token !== null || isSignInMarked()) requestWallet();
    return useSession.subscribe(({ token }, previous) => {
      if (token !== null && previous.token === null) requestWallet();
    });
  }, []);

  useEffect(() => {
    if (near === 0 || connectFlow) return;
    loadConnectFlow(locale).then(setConnectFlow, () => {
      // Ignore a failed preload, because a click will report the error.
      if (!useWalletRequests.getState().wanted && useDialogs.getState().open !== 'wallet') return;
      closeDialog('wallet');
      notify('error', failure);
    });
  }, [near, connectFlow, locale, failure]);

  return connectFlow ? (
    <connectFlow.ConnectFlow
      wording={connectFlow.wording}
      locale={locale}
      failure={failure}
      wanted={wanted}
      onWant={requestWallet}
      load={loadWallet}
    />
  ) : null;
}
