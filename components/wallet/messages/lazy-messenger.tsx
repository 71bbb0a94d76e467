import { usePathname } from 'next/navigation';
import { type ComponentType, useEffect, useState } from 'react';
import type { Address } from 'viem';
import { whenIdle } from '@/lib/browser/when-idle';
import { withoutLocale } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { useSession } from '@/lib/session/session';
import { useDeviceMarks } from '@/lib/wallet/messages/account-marks';

/**
 * Runs the messenger on every wallet page if the account has turned on messages in this browser. Loads its code when
 * the page is idle, and loads nothing for other accounts or outside the wallet.
 */
export function LazyMessenger() {
  const account = useSession((state) => (state.token === null ? null : state.account));
  const hasDevice = useDeviceMarks(
    ({ entries }) => account !== null && entries.includes(account.toLowerCase()),
  );
  const path = withoutLocale(usePathname());
  const [loaded, setLoaded] = useState<{ Messenger: ComponentType<{ account: Address }> } | null>(null);
  useEffect(() => {
    const isWallet = path === routes.wallet || path.startsWith(`${routes.wallet}/`);
    if (!hasDevice || !isWallet || loaded) return;
    return whenIdle(() => {
      import('./background-messenger').then(
        ({ BackgroundMessenger }) => setLoaded({ Messenger: BackgroundMessenger }),
        // The next page retries.
        () => undefined,
      );
    });
  }, [hasDevice, path, loaded]);
  return loaded && hasDevice ? <loaded.Messenger account={account as Address} /> : null;
}
