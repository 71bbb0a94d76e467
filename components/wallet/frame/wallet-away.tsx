import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useConfig } from 'wagmi';
import { Button } from '@/components/ui/button';
import { isDemoWallet } from '@/components/wallet/connect/announce-demo-wallet';
import { LEGACY_ID } from '@/components/wallet/connect/browser-wallet';
import { connectErrorKey } from '@/components/wallet/connect/connect-wallet';
import { retryWallet, useWalletAbsence } from '@/components/wallet/connect/restore-wallet';
import { notify } from '@/lib/browser/notices';
import { useSession } from '@/lib/session/session';

/** React hook that returns the name of the wallet that was used last, or null if it isn't there. */
function useWalletName(): string | null {
  const t = useTranslations('wallet.connect');
  const wallet = useWalletAbsence((state) => state.wallet);
  if (!wallet) return null;
  if (isDemoWallet(wallet.id)) return t('demoWallet');
  return wallet.id === LEGACY_ID ? t('browserWallet') : wallet.name;
}

/**
 * Says that the user is signed in, but the session's wallet isn't available, and what to do about it. Disappears when
 * the wallet comes, which needs no action if it's only late.
 */
export function WalletAway() {
  const t = useTranslations('wallet');
  const config = useConfig();
  const account = useSession((state) => state.account);
  const reason = useWalletAbsence((state) => state.reason);
  const name = useWalletName();
  const [isAsking, setAsking] = useState(false);

  const retry = async () => {
    setAsking(true);
    try {
      await retryWallet(config);
    } catch (error) {
      notify('warning', t(connectErrorKey(error)));
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="grid content-start gap-4">
      <p className="font-display text-xl text-balance">{t('away.title')}</p>
      {account ? (
        <p>
          {t('away.signedIn')} <span className="block font-mono break-all">{account}</span>
        </p>
      ) : null}
      <p role="status" className="text-muted">
        {isAsking ? t('away.asking') : name ? t(`away.${reason}`, { wallet: name }) : t('away.missing')}
      </p>
      {/* Stays enabled while the wallet is asked, because a wallet may never answer. */}
      <Button variant="signal" className="max-sm:w-full" onClick={() => void retry()}>
        {t('away.retry')}
      </Button>
    </div>
  );
}
