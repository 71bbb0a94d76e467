'use client';

import { useEffect, useState } from 'react';
import type { WalletIsland } from '@/components/wallet/island';
import type { WalletSetup } from '@/components/wallet/wallet-setup';
import type { Locale } from '@/lib/i18n/routing';
import { isLoginMarked } from '@/lib/login-mark';
import { notify } from '@/lib/notices';
import { useSession } from '@/lib/session';
import { loadWallet, useWalletWanted, wantWallet } from './wallet-door';

/** Where the wallet's dialogs live. Empty until the visitor shows intent, now or on an earlier page. */
export function WalletMount({ locale, failure }: { locale: Locale; failure: string }) {
  const wanted = useWalletWanted((state) => state.wanted);
  const [island, setIsland] = useState<{ Island: typeof WalletIsland; setup: WalletSetup } | null>(null);

  useEffect(() => {
    if (useSession.getState().token !== null || isLoginMarked()) wantWallet();
    return useSession.subscribe(({ token }, previous) => {
      if (token !== null && previous.token === null) wantWallet();
    });
  }, []);

  useEffect(() => {
    if (wanted === 0) return;
    let current = true;
    loadWallet(locale).then(
      (loaded) => current && setIsland(loaded),
      () => current && notify('error', failure),
    );
    return () => {
      current = false;
    };
  }, [wanted, locale, failure]);

  return island ? <island.Island setup={island.setup} locale={locale} /> : null;
}
