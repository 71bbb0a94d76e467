import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useConfig } from 'wagmi';
import { closeDialog, openDialog } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';

/** Has WalletConnect's own modal connect a wallet. Tells whether one is connected; why not, unless it was closed, is said. */
export function useWalletConnect() {
  const config = useConfig();
  const t = useTranslations('wallet.connect');

  return useCallback(
    async (projectId: string): Promise<boolean> => {
      try {
        const { openWalletConnect } = await import('./wallet-connect');
        closeDialog('wallet');
        await openWalletConnect(config, projectId);
        return true;
      } catch (error) {
        const closed = error instanceof DOMException && error.name === 'AbortError';
        if (!closed) notify('warning', t('walletConnectUnreachable'));
        return false;
      } finally {
        openDialog('wallet');
      }
    },
    [config, t],
  );
}
