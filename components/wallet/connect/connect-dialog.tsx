'use client';

import { useTranslations } from 'next-intl';
import { type Connector, useConnection, useConnectors } from 'wagmi';
import { Dialog } from '@/components/ui/dialog';
import { useWebsite } from '@/lib/api/hooks';
import { closeDialog, useDialogs } from '@/lib/dialogs';
import { useSession } from '@/lib/session';
import { LoginProgress } from './login-progress';
import { useLogin } from './use-login';
import { WalletConnectOption } from './wallet-connect-option';
import { WalletOption } from './wallet-option';

function isListed(connector: Connector): boolean {
  return connector.type === 'injected' && connector.id !== 'injected';
}

/** The first door: wallets that announce themselves (EIP-6963), then WalletConnect where a project id is set. */
export function ConnectDialog() {
  const t = useTranslations('wallet.connect');
  const loggedIn = useSession((state) => state.token !== null);
  const open = useDialogs((state) => state.open === 'wallet') && !loggedIn;
  const connectors = useConnectors().filter(isListed);
  const { isConnected, address } = useConnection();
  const { data: website } = useWebsite();
  const { step, login } = useLogin();
  const busy = step !== 'idle';

  return (
    <Dialog open={open} onClose={() => closeDialog('wallet')} title={t('title')} closeLabel={t('close')}>
      {busy || (isConnected && address) ? (
        <LoginProgress step={step} address={address} onSign={() => void login()} />
      ) : (
        <>
          <p className="text-sm text-muted">{t('lead')}</p>
          <ul className="mt-4 grid gap-2">
            {connectors.map((connector) => (
              <li key={connector.uid}>
                <WalletOption
                  name={connector.name}
                  {...(connector.icon ? { icon: connector.icon } : {})}
                  onChoose={() => void login(connector)}
                />
              </li>
            ))}
            {website?.walletConnectProjectId ? (
              <li>
                <WalletConnectOption
                  projectId={website.walletConnectProjectId}
                  onConnected={() => void login()}
                />
              </li>
            ) : null}
          </ul>
          {connectors.length === 0 ? <p className="mt-4 text-sm">{t('noWallet')}</p> : null}
          <p className="mt-6 border-t border-line pt-4 text-xs text-muted">{t('keys')}</p>
        </>
      )}
    </Dialog>
  );
}
