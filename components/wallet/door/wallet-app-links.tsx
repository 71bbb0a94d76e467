import { OptionIcon } from '@/components/ui/option-icon';
import type { DoorWording } from './door-wording';
import { pageForWalletApp, walletApps } from './wallet-apps';

/** List items for a phone without a wallet in its browser: each opens this page in the browser of a wallet app. */
export function WalletAppLinks({ wording }: { wording: DoorWording }) {
  const page = pageForWalletApp(window.location.href);
  return walletApps.map(({ name, open }) => (
    <li key={name} className="hidden min-w-0 max-md:block pointer-coarse:block">
      {/* In this tab: a new one would stay behind, empty, when the app opens. */}
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

/** Where to get a wallet. */
export function InstallLinks({ wording }: { wording: DoorWording }) {
  return (
    <>
      <p className="mt-6 text-sm">{wording.getWallet}</p>
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
    </>
  );
}
