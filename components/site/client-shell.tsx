'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { NoticeList } from '@/components/ui/notice-list';
import { type ApiWording, configureApi } from '@/lib/api/api-settings';
import { notify } from '@/lib/browser/notices';
import type { Locale } from '@/lib/i18n/routing';
import { useVisit } from '@/lib/preferences/visit';
import { startSession } from '@/lib/session/session';
import type { OfflineBar, OfflineWording } from './offline-bar';
import type { DialogWording } from './site-dialog-props';
import { SiteDialogs } from './site-dialogs';
import { WalletMount } from './wallet-mount';

type BridgeProps = { locale: Locale; origins: readonly string[] };

/**
 * Loads code that only some visits need (SITE-11): the bridge to the embed shell, and the code that validates a
 * currency in the URL.
 */
function EmbedMount({ failure, ...props }: BridgeProps & { failure: string }) {
  const [bridge, setBridge] = useState<{ Bridge: ComponentType<BridgeProps> } | null>(null);

  useEffect(() => {
    const { embed, currency } = useVisit.getState();
    const fail = () => notify('error', failure);
    if (currency !== undefined)
      import('@/lib/preferences/check-visit-currency').then(
        ({ checkVisitCurrency }) => checkVisitCurrency(),
        fail,
      );
    if (embed !== '1') return;
    // Set the attribute again, because React removes unknown attributes from the root when it re-renders after other
    // code has changed the DOM.
    document.documentElement.dataset.embed = embed;
    let current = true;
    import('./embed/embed-bridge').then(
      ({ EmbedBridge }) => current && setBridge({ Bridge: EmbedBridge }),
      () => current && fail(),
    );
    return () => {
      current = false;
    };
  }, [failure]);

  return bridge ? <bridge.Bridge {...props} /> : null;
}

export type ShellWording = {
  api: ApiWording;
  disconnected: string;
  notices: string;
  dismiss: string;
  walletFailed: string;
  offline: OfflineWording;
  dialogs: DialogWording;
};

/**
 * Client code that every page runs: the API's language, the session, notices, dialogs, and the mount point of the
 * wallet.
 */
export function ClientShell({
  locale,
  wording,
  embedOrigins,
  menu,
}: {
  locale: Locale;
  /** Passed from the server, because the settings module is too large for public pages. */
  embedOrigins: readonly string[];
  wording: ShellWording;
  menu: ReactNode;
}) {
  configureApi({ locale, wording: wording.api });
  const { disconnected, api } = wording;
  const { offline } = api;
  useEffect(() => {
    const revoke = (token: string) =>
      import('@/lib/api/client').then(
        (client) => client.revokeToken(token),
        () => notify('warning', offline),
      );
    startSession({
      wording: { disconnected },
      revoke,
      loadChanges: () => import('@/lib/session/session-changes'),
    });
  }, [disconnected, offline]);
  const [Bar, setBar] = useState<typeof OfflineBar | null>(null);
  useEffect(() => {
    window.pressAgain?.();
    // It registers the service worker, too, when the page is idle. If it can't be loaded, the next page retries.
    import('./offline-bar').then(
      ({ OfflineBar: loaded }) => setBar(() => loaded),
      () => undefined,
    );
  }, []);
  return (
    <>
      <NoticeList label={wording.notices} dismissLabel={wording.dismiss} />
      {Bar && <Bar locale={locale} wording={wording.offline} />}
      <SiteDialogs locale={locale} wording={wording.dialogs} menu={menu} />
      <WalletMount locale={locale} failure={wording.walletFailed} />
      <EmbedMount locale={locale} origins={embedOrigins} failure={wording.api.offline} />
    </>
  );
}
