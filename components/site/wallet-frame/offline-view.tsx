import { type ReactNode, useEffect, useState } from 'react';
import type { Locale } from '@/lib/i18n/routing';
import type { WalletPage } from '@/lib/routes';

/** Loads what the overview shows offline. The page loads it online, so that this device has it. */
export async function loadOfflineHome(locale: Locale): Promise<ReactNode> {
  const [{ OfflineHome }, messages] = await Promise.all([
    import('@/components/wallet/overview/offline-home'),
    import(`@/messages/${locale}.json`),
  ]);
  return <OfflineHome locale={locale} messages={messages.default} />;
}

/** What a wallet page shows offline if its code or data isn't there: on the overview, the last known balances. */
export function OfflineView({ view, locale, text }: { view: WalletPage; locale: Locale; text: string }) {
  const [home, setHome] = useState<ReactNode>(null);
  useEffect(() => {
    let current = true;
    if (view === 'overview')
      loadOfflineHome(locale).then(
        (loaded) => current && setHome(loaded),
        // This device doesn't have its code. The text is enough.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [view, locale]);
  return (
    <div className="grid gap-10">
      <p role="status" className="measure">
        {text}
      </p>
      {home}
    </div>
  );
}
