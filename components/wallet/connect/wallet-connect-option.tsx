import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { useConfig } from 'wagmi';
import { closeDialog, openDialog } from '@/lib/dialogs';
import { getPathname } from '@/lib/i18n/navigation';
import { notify } from '@/lib/notices';
import { routes } from '@/lib/routes';
import { withVisit } from '@/lib/visit-address';
import { isWalletDocument, takeConnectWish, WALLETCONNECT_WISH } from './wallet-document';
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
  const locale = useLocale();
  const [loading, setLoading] = useState(false);

  const choose = async () => {
    setLoading(true);
    if (!isWalletDocument()) {
      const address = `${getPathname({ locale, href: routes.wallet })}?${WALLETCONNECT_WISH}`;
      window.location.assign(withVisit(new URL(address, window.location.href)));
      return;
    }
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

  const chooseIfWished = useEffectEvent(() => {
    if (takeConnectWish()) void choose();
  });
  useEffect(() => chooseIfWished(), []);

  return (
    <WalletOption
      name="WalletConnect"
      note={loading ? t('loading') : t('walletConnectNote')}
      disabled={loading}
      onChoose={() => void choose()}
    />
  );
}
