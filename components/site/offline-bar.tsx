'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { useOffline } from '@/lib/browser/offline';
import { momentText, timeOfDay } from '@/lib/format/clock';
import { type Locale, withoutLocale } from '@/lib/i18n/routing';
import { isWalletPath } from '@/lib/routes';
import { forgetLastBalances, readLastBalances } from '@/lib/session/last-balances';
import { readSession } from '@/lib/session/session';
import { registerWorker, sendOpenPage } from '@/lib/worker/register-worker';
import { TIME_PLACE } from './site-dialog-props';

const DAY_MS = 86_400_000;

export type OfflineWording = {
  isOffline: string;
  /** Contains TIME_PLACE as the placeholder for when the balances were read. */
  balancesFrom: string;
};

/** Formats when balances were read: the time, with the date unless it was in the past day. */
function timeText(at: number, locale: Locale): string {
  return Date.now() - at < DAY_MS ? timeOfDay(at, locale) : momentText(at, locale);
}

/**
 * Registers the service worker, and says when the device is offline and, on wallet pages, how old the balances are. It moves
 * nothing on the page.
 */
export function OfflineBar({ locale, wording }: { locale: Locale; wording: OfflineWording }) {
  const isOffline = useOffline();
  const pathname = usePathname();
  useEffect(registerWorker, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: links change the page without loading one
  useEffect(sendOpenPage, [pathname]);
  useEffect(() => {
    // The session may have expired while the site was closed.
    if (readSession().token === null) forgetLastBalances();
  }, []);
  const last = isOffline && isWalletPath(withoutLocale(pathname)) ? readLastBalances() : null;
  return (
    <div role="status" className="offline-bar print:hidden">
      {isOffline ? (
        <p>
          {wording.isOffline}
          {last ? ` ${wording.balancesFrom.replace(TIME_PLACE, timeText(last.at, locale))}` : null}
        </p>
      ) : null}
    </div>
  );
}
