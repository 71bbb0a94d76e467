import { useShallow } from 'zustand/react/shallow';
import type { LoginWish } from '@/components/wallet/shell/login-state';
import { useWebsite } from '@/lib/api/hooks';
import { useDialogs } from '@/lib/browser/dialogs';
import type { Locale } from '@/lib/i18n/routing';
import { offeredWallets, useBrowserWallets } from './browser-wallets';
import type { DoorWording } from './door-wording';
import { labelWallets } from './label-wallets';
import { InstallLinks, WalletAppLinks } from './wallet-app-links';
import { WalletConnectOption } from './wallet-connect-option';
import { WalletOption } from './wallet-option';

/**
 * The wallets of this browser, at once, or the ways to one; then WalletConnect, once the API has returned its project id.
 */
export function WalletList({
  locale,
  wording,
  onChoose,
}: {
  locale: Locale;
  wording: DoorWording;
  onChoose: (wish: LoginWish) => void;
}) {
  const wallets = labelWallets(useBrowserWallets(useShallow(offeredWallets)), wording.browserWallet);
  const isWaiting = useBrowserWallets((state) => state.isWaiting);
  const projectId = useWebsite().data?.walletConnectProjectId;
  const isOpen = useDialogs((state) => state.open === 'wallet');
  const isMissing = wallets.length === 0 && !isWaiting;
  return (
    <>
      <p className="text-sm text-muted">{wording.lead}</p>
      {wallets.length === 0 && isWaiting ? (
        <p role="status" className="mt-4 text-sm">
          {wording.loading}
        </p>
      ) : null}
      {isMissing ? <p className="mt-4 text-sm">{wording.noWallet}</p> : null}
      {wallets.some(({ note }) => note) ? <p className="mt-4 text-sm">{wording.lookAlike}</p> : null}
      <ul className="mt-4 grid gap-2">
        {/* While the dialog is closed the page can change, and with it the links. */}
        {isMissing && isOpen ? <WalletAppLinks wording={wording} /> : null}
        {wallets.map(({ wallet, name, icon, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two wallets can be alike in all but their provider.
          <li key={`${wallet.id} ${index}`} className="min-w-0">
            <WalletOption
              name={name}
              icon={icon}
              note={note}
              onChoose={() => onChoose({ by: 'browser', wallet })}
            />
          </li>
        ))}
        {projectId ? (
          <li>
            <WalletConnectOption
              locale={locale}
              wording={wording}
              onChoose={() => onChoose({ by: 'walletConnect', projectId })}
            />
          </li>
        ) : null}
      </ul>
      {isMissing ? <InstallLinks wording={wording} /> : null}
      <p className="mt-6 border-t border-line pt-4 text-xs text-muted">{wording.keys}</p>
    </>
  );
}
