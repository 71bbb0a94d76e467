import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useConfig } from 'wagmi';
import { closeDialog, openDialog } from '@/lib/dialogs';
import { notify } from '@/lib/notices';
import { WalletOption } from './wallet-option';

/** The second door: WalletConnect and mobile wallets. Nothing of it is loaded before this is chosen. */
export function WalletConnectOption({
  projectId,
  onConnected,
}: {
  projectId: string;
  onConnected: () => void;
}) {
  const t = useTranslations('wallet.connect');
  const config = useConfig();
  const [loading, setLoading] = useState(false);

  const choose = async () => {
    setLoading(true);
    try {
      const { openWalletConnect } = await import('./wallet-connect');
      closeDialog('wallet');
      await openWalletConnect(config, projectId);
      openDialog('wallet');
      onConnected();
    } catch (error) {
      const closed = error instanceof DOMException && error.name === 'AbortError';
      if (!closed) notify('warning', t('walletConnectUnreachable'));
      openDialog('wallet');
    } finally {
      setLoading(false);
    }
  };

  return (
    <WalletOption
      name="WalletConnect"
      note={loading ? t('loading') : t('walletConnectNote')}
      disabled={loading}
      onChoose={() => void choose()}
    />
  );
}
