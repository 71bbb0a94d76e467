'use client';

import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { ErrorBoundary } from '@/components/ui/error-boundary';
import { LoadFailure } from '@/components/ui/load-state';
import type { AlertWatcher } from '@/components/wallet/coins/alerts/alert-watcher';
import type { NodeBanner } from '@/components/wallet/frame/node-banner';
import type { RecoveryBanner } from '@/components/wallet/recovery/recovery-banner';
import type { WalletProvider } from '@/components/wallet/shell/wallet-provider';
import type { WalletSetup } from '@/components/wallet/shell/wallet-setup';
import { useOffline } from '@/lib/browser/offline';
import type { Locale } from '@/lib/i18n/routing';
import type { WalletPage } from '@/lib/routes';
import { watchSignedIn } from '@/lib/session/signed-in-mark';
import { loadWallet, requestWallet } from '../load-wallet';
import { loadOfflineHome, OfflineView } from './offline-view';

const views = {
  overview: async () => (await import('@/components/wallet/overview/overview')).Overview,
  coins: async () => (await import('@/components/wallet/coins/coins')).Coins,
  presale: async () => (await import('@/components/wallet/presale/presale')).Presale,
  earn: async () => (await import('@/components/wallet/earn/earn')).Earn,
  stake: async () => (await import('@/components/wallet/stake/stake')).Stake,
  swap: async () => (await import('@/components/wallet/swap/swap')).Swap,
  pledge: async () => (await import('@/components/wallet/pledge/pledge')).Pledge,
  portfolio: async () => (await import('@/components/wallet/portfolio/portfolio')).Portfolio,
  activity: async () => (await import('@/components/wallet/activity/activity')).Activity,
  unlocks: async () => (await import('@/components/wallet/unlocks/unlocks')).Unlocks,
  pay: async () => (await import('@/components/wallet/pay/pay')).Pay,
  messages: async () => (await import('@/components/wallet/messages/messages')).Messages,
  nfts: async () => (await import('@/components/wallet/nfts/nfts')).Nfts,
  approvals: async () => (await import('@/components/wallet/approvals/approvals')).Approvals,
  recovery: async () => (await import('@/components/wallet/recovery/recovery')).Recovery,
  card: async () => (await import('@/components/wallet/card/card')).CardPage,
  dapps: async () => (await import('@/components/wallet/dapps/dapps')).Dapps,
  settings: async () => (await import('@/components/wallet/settings/settings')).Settings,
  fees: async () => (await import('@/components/wallet/fees/fees')).Fees,
  transaction: async () => (await import('@/components/wallet/transaction/transaction')).TransactionDetails,
} satisfies Record<WalletPage, () => Promise<ComponentType>>;

type Shared = {
  Provider: typeof WalletProvider;
  Banner: typeof NodeBanner;
  Requests: typeof RecoveryBanner;
  Watcher: typeof AlertWatcher;
  /** The guide to the local demo, or null outside the demo. */
  Guide: ComponentType<{ page: string }> | null;
  setup: WalletSetup;
};
type Loaded = Shared & { View: ComponentType };

/** Code that this visit has already loaded, so that a page can render its content in its first frame. */
const known: { shared: Shared | null; views: Partial<Record<WalletPage, ComponentType>> } = {
  shared: null,
  views: {},
};

function knownParts(view: WalletPage): Loaded | null {
  const View = known.views[view];
  return known.shared && View ? { ...known.shared, View } : null;
}

async function loadView(view: WalletPage): Promise<ComponentType> {
  const View = await views[view]();
  known.views[view] = View;
  return View;
}

async function load(view: WalletPage, locale: Locale): Promise<Loaded> {
  const [{ WalletProvider }, { NodeBanner }, { RecoveryBanner }, { AlertWatcher }, View, { setup }] =
    await Promise.all([
      import('@/components/wallet/shell/wallet-provider'),
      import('@/components/wallet/frame/node-banner'),
      import('@/components/wallet/recovery/recovery-banner'),
      import('@/components/wallet/coins/alerts/alert-watcher'),
      loadView(view),
      loadWallet(locale),
    ]);
  const Guide = setup.demo ? await setup.demo.loadGuide() : null;
  known.shared = {
    ...{ Provider: WalletProvider, Banner: NodeBanner, Requests: RecoveryBanner },
    ...{ Watcher: AlertWatcher, Guide, setup },
  };
  return { ...known.shared, View };
}

const WALLET_PATH = /\/wallet(?:\/([a-z]+))?$/;

/** Preloads a wallet page's code on hover, focus, or touch of a link to the page. */
function preloadLinked({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  const [path, name = 'overview'] = (link && WALLET_PATH.exec(link.pathname)) ?? [];
  if (path === undefined || !(name in views)) return;
  // Ignore a failed preload, because the page will report the error.
  loadView(name as WalletPage).catch(() => undefined);
}
const NEAR = ['pointerover', 'focusin', 'touchstart'] as const;

/** The client-only part of a wallet page. Everything else on the page is static. */
export function WalletView({
  view,
  locale,
  skeleton,
  wording,
}: {
  view: WalletPage;
  locale: Locale;
  /** Placeholder to show until the page's code has loaded. */
  skeleton: ReactNode;
  wording: Record<'loading' | 'needsScript' | 'failed' | 'offline' | 'stopped' | 'retry', string>;
}) {
  const isOffline = useOffline();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | 'failed' | null>(() => knownParts(view));

  useLayoutEffect(watchSignedIn, []);
  useEffect(() => {
    let current = true;
    if (attempt === 0) requestWallet();
    load(view, locale).then(
      (result) => {
        if (!current) return;
        setLoaded(result);
        if (view === 'overview') loadOfflineHome(locale).catch(() => undefined);
      },
      () => current && setLoaded('failed'),
    );
    return () => {
      current = false;
    };
  }, [view, locale, attempt]);
  const isOfflineFailure = isOffline && loaded === 'failed';
  useEffect(() => {
    if (!isOfflineFailure) return;
    // Once there is a connection, everything loads again.
    return () => {
      requestWallet();
      setLoaded(null);
      setAttempt((count) => count + 1);
    };
  }, [isOfflineFailure]);
  useEffect(() => {
    for (const event of NEAR) document.addEventListener(event, preloadLinked, { passive: true });
    return () => {
      for (const event of NEAR) document.removeEventListener(event, preloadLinked);
    };
  }, []);

  if (loaded === 'failed') {
    const { failed, offline, retry } = wording;
    const text = isOffline ? offline : failed;
    const failure = <LoadFailure text={text} retry={retry} onRetry={() => setAttempt(attempt + 1)} />;
    return isOffline && view === 'overview' ? <OfflineView locale={locale}>{failure}</OfflineView> : failure;
  }
  if (!loaded) {
    return (
      <>
        <div className="wallet-skeleton no-script:hidden">
          <p role="status" className="sr-only">
            {wording.loading}
          </p>
          {skeleton}
        </div>
        <p className="measure hidden no-script:block">{wording.needsScript}</p>
      </>
    );
  }
  const { Provider, Banner, Requests, Watcher, View, Guide, setup } = loaded;
  return (
    <ErrorBoundary
      fallback={(retry) => <LoadFailure text={wording.stopped} retry={wording.retry} onRetry={retry} />}
    >
      <Provider setup={setup} locale={locale}>
        <div className="min-w-0">
          <Requests />
          <View />
          <Banner />
          {Guide ? <Guide page={view} /> : null}
          <Watcher />
        </div>
      </Provider>
    </ErrorBoundary>
  );
}
