import { useEffect, useEffectEvent, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { OptionIcon } from '@/components/ui/option-icon';
import { isDemoWallet } from '@/components/wallet/connect/announce-demo-wallet';
import { useWebsite } from '@/lib/api/hooks';
import { useDialogs } from '@/lib/browser/dialogs';
import { getPathname } from '@/lib/i18n/navigation';
import type { Locale } from '@/lib/i18n/routing';
import { withVisit } from '@/lib/preferences/visit';
import { routes } from '@/lib/routes';
import { labelWallets } from './browser-wallet';
import { offeredWallets, useBrowserWallets } from './browser-wallets';
import type { ConnectWording } from './connect-wording';
import type { SignInRequest } from './sign-in-state';
import { pageForWalletApp, walletApps } from './wallet-apps';
import { isWalletDocument, takeConnectParam, WALLETCONNECT_PARAM } from './wallet-document';

/** Links that open this page in a wallet app's browser, for phones whose current browser has no wallet. */
function WalletAppLinks({ wording }: { wording: ConnectWording }) {
  const page = pageForWalletApp(window.location.href);
  return walletApps.map(({ name, open }) => (
    <li key={name} className="hidden min-w-0 max-md:block pointer-coarse:block">
      {/* Opens in this tab, because a new tab would stay open and empty after the app opens. */}
      <a href={open(page)} rel="noreferrer" className="option-row">
        <OptionIcon src={undefined} name={name} />
        <span className="min-w-0 grow">
          <span className="block truncate">{name}</span>
          <span className="block text-xs text-muted">{wording.openInApp}</span>
        </span>
      </a>
    </li>
  ));
}

/** What a wallet is, and links to download one. Open if the browser has none. */
function InstallLinks({ wording, isOpen }: { wording: ConnectWording; isOpen: boolean }) {
  return (
    <details open={isOpen} className="mt-4">
      <summary className="min-h-11 cursor-pointer py-3 text-sm">{wording.getWallet}</summary>
      <p className="text-sm text-muted">{wording.aboutWallets}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {walletApps.map(({ name, install }) => (
          <li key={name}>
            <a
              href={install}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 items-center text-sm text-water underline underline-offset-4"
            >
              {wording.install} {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Option to connect a mobile wallet through WalletConnect, whose code is loaded only when the option is chosen. */
function WalletConnectOption({
  locale,
  wording,
  onChoose,
}: {
  locale: Locale;
  wording: ConnectWording;
  onChoose: () => void;
}) {
  const [leaving, setLeaving] = useState(false);

  const choose = () => {
    if (isWalletDocument()) return onChoose();
    setLeaving(true);
    const address = `${getPathname({ locale, href: routes.wallet })}?${WALLETCONNECT_PARAM}`;
    window.location.assign(withVisit(new URL(address, window.location.href)));
  };

  const chooseIfWished = useEffectEvent(() => {
    if (takeConnectParam()) choose();
  });
  const open = useDialogs((state) => state.open === 'wallet');
  useEffect(() => {
    if (open) chooseIfWished();
  }, [open]);

  return (
    <WalletOption
      name="WalletConnect"
      note={leaving ? wording.loading : wording.walletConnectNote}
      disabled={leaving}
      onChoose={choose}
    />
  );
}

/** Button for one wallet. `readIcon` has validated the icon. */
export function WalletOption({
  name,
  icon = null,
  note,
  onChoose,
  disabled,
}: {
  name: string;
  icon?: string | null;
  note?: string | undefined;
  onChoose: () => void;
  disabled?: boolean;
}) {
  return (
    <button type="button" className="option-row" onClick={onChoose} disabled={disabled}>
      <OptionIcon src={icon ?? undefined} name={name} />
      <span className="min-w-0 grow">
        <span className="block truncate">{name}</span>
        {note ? <span className="block text-xs break-words text-muted">{note}</span> : null}
      </span>
    </button>
  );
}

/** The browser's wallets (or links to get one), and WalletConnect once the API has returned its project ID. */
export function WalletList({
  locale,
  wording,
  onChoose,
}: {
  locale: Locale;
  wording: ConnectWording;
  onChoose: (wish: SignInRequest) => void;
}) {
  const wallets = labelWallets(useBrowserWallets(useShallow(offeredWallets)), wording.browserWallet);
  const isWaiting = useBrowserWallets((state) => state.isWaiting);
  const { data: website } = useWebsite();
  const projectId = website?.walletConnectProjectId;
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
      {isMissing && website && !projectId ? <p className="mt-2 text-sm">{wording.noWalletConnect}</p> : null}
      {wallets.some(({ note }) => note) ? <p className="mt-4 text-sm">{wording.lookAlike}</p> : null}
      <ul className="mt-4 grid gap-2">
        {/* The links contain the page's URL, which can change while the dialog is closed. */}
        {isMissing && isOpen ? <WalletAppLinks wording={wording} /> : null}
        {wallets.map(({ wallet, name, icon, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two wallets can be identical except for their provider.
          <li key={`${wallet.id} ${index}`} className="min-w-0">
            <WalletOption
              // The name that the demo wallet announces (EIP-6963) is English in all languages.
              name={isDemoWallet(wallet.id) ? wording.demoWallet : name}
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
      <InstallLinks key={String(isMissing)} wording={wording} isOpen={isMissing} />
      <p className="mt-6 border-t border-line pt-4 text-xs text-muted">{wording.keys}</p>
    </>
  );
}
