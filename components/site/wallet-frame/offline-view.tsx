import { type ReactNode, useEffect, useState } from 'react';
import type { Locale } from '@/lib/i18n/routing';

/** Loads what the overview shows offline. The page loads it online, so that this device has it. */
export async function loadOfflineHome(locale: Locale): Promise<ReactNode> {
  const [{ OfflineHome }, messages] = await Promise.all([
    import('@/components/wallet/overview/offline-home'),
    import(`@/messages/${locale}.json`),
  ]);
  return <OfflineHome locale={locale} messages={messages.default} />;
}

/** What the overview shows offline if its code or data isn't there: the failure, and the last known balances. */
export function OfflineView({ locale, children }: { locale: Locale; children: ReactNode }) {
  const [home, setHome] = useState<ReactNode>(null);
  useEffect(() => {
    let current = true;
    loadOfflineHome(locale).then(
      (loaded) => current && setHome(loaded),
      // This device doesn't have its code. The failure is enough.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [locale]);
  return (
    <div className="grid gap-10">
      {children}
      {home}
    </div>
  );
}
