import { usePathname } from 'next/navigation';
import { type ComponentType, useEffect, useState } from 'react';
import type { Address } from 'viem';
import { whenIdle } from '@/lib/browser/when-idle';
import { withoutLocale } from '@/lib/i18n/routing';
import { useDeviceAccount } from '@/lib/messages/views/account-marks';
import { isWalletPath } from '@/lib/routes';

/**
 * Runs the messenger on every wallet page if the account has turned on messages in this browser. Loads its code when
 * the page is idle, and loads nothing for other accounts or outside the wallet.
 */
export function LazyMessenger() {
  const account = useDeviceAccount();
  const isNeeded = account !== null;
  const path = withoutLocale(usePathname());
  const [loaded, setLoaded] = useState<{ Messenger: ComponentType<{ account: Address }> } | null>(null);
  useEffect(() => {
    if (!isNeeded || !isWalletPath(path) || loaded) return;
    return whenIdle(() => {
      import('./background-messenger').then(
        ({ BackgroundMessenger }) => setLoaded({ Messenger: BackgroundMessenger }),
        // The next page retries.
        () => undefined,
      );
    });
  }, [isNeeded, path, loaded]);
  return loaded && account ? <loaded.Messenger account={account} /> : null;
}
