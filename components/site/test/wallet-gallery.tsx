'use client';

import { useEffect, useState } from 'react';
import { LoadFailure, LoadWait } from '@/components/ui/load-state';
import type { Locale } from '@/lib/i18n/routing';
import { loadWallet } from '../load-wallet';
import { type WalletGalleryGroupName, walletGalleryGroups } from './gallery-groups';
import { GalleryGroup } from './gallery-section';

async function load(locale: Locale) {
  const [{ WalletProvider }, { walletSamples }, { setup }] = await Promise.all([
    import('@/components/wallet/shell/wallet-provider'),
    import('@/components/wallet/gallery/wallet-samples'),
    loadWallet(locale),
  ]);
  return { WalletProvider, walletSamples, setup };
}

/** Gallery of the wallet's fields and figures. Their code loads with this component, so no other page contains it. */
export function WalletGallery({
  locale,
  titles,
  wording,
}: {
  locale: Locale;
  titles: Record<WalletGalleryGroupName, string>;
  wording: { loading: string; failed: string; retry: string };
}) {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | 'failed'>();
  useEffect(() => {
    let current = attempt >= 0;
    load(locale).then(
      (result) => current && setLoaded(result),
      () => current && setLoaded('failed'),
    );
    return () => {
      current = false;
    };
  }, [locale, attempt]);

  if (loaded === 'failed') {
    const { failed, retry } = wording;
    return <LoadFailure text={failed} retry={retry} onRetry={() => setAttempt(attempt + 1)} />;
  }
  if (!loaded) return <LoadWait>{wording.loading}</LoadWait>;
  const { WalletProvider, walletSamples, setup } = loaded;
  return (
    <WalletProvider setup={setup} locale={locale}>
      {walletGalleryGroups.map((name) => {
        const Samples = walletSamples[name];
        return (
          <GalleryGroup key={name} id={name} title={titles[name]}>
            {(copy) => <Samples copy={copy} />}
          </GalleryGroup>
        );
      })}
    </WalletProvider>
  );
}
