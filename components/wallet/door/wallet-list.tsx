import type { LoginWish } from '@/components/wallet/login-state';
import { useWebsite } from '@/lib/api/hooks';
import type { Locale } from '@/lib/i18n/routing';
import { useAnnouncedWallets } from './announced-wallets';
import type { DoorWording } from './door-wording';
import { WalletConnectOption } from './wallet-connect-option';
import { WalletOption } from './wallet-option';

/** Wallets that announce themselves, at once; then WalletConnect, when the API has told its project id. */
export function WalletList({
  locale,
  wording,
  onChoose,
}: {
  locale: Locale;
  wording: DoorWording;
  onChoose: (wish: LoginWish) => void;
}) {
  const wallets = useAnnouncedWallets();
  const projectId = useWebsite().data?.walletConnectProjectId;
  return (
    <>
      <p className="text-sm text-muted">{wording.lead}</p>
      <ul className="mt-4 grid gap-2">
        {wallets.map((wallet) => (
          <li key={wallet.info.uuid} className="min-w-0">
            <WalletOption
              name={wallet.info.name}
              icon={wallet.info.icon}
              onChoose={() => onChoose({ by: 'announced', wallet })}
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
      {wallets.length === 0 ? <p className="mt-4 text-sm">{wording.noWallet}</p> : null}
      <p className="mt-6 border-t border-line pt-4 text-xs text-muted">{wording.keys}</p>
    </>
  );
}
