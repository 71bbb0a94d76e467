import { useEffect, useEffectEvent, useState } from 'react';
import {
  isWalletDocument,
  takeConnectWish,
  WALLETCONNECT_WISH,
} from '@/components/wallet/shell/wallet-document';
import { useDialogs } from '@/lib/browser/dialogs';
import { getPathname } from '@/lib/i18n/navigation';
import type { Locale } from '@/lib/i18n/routing';
import { withVisit } from '@/lib/preferences/visit';
import { routes } from '@/lib/routes';
import type { DoorWording } from './door-wording';
import { WalletOption } from './wallet-option';

/** The second door: WalletConnect and mobile wallets. Nothing of it is loaded before this is chosen. */
export function WalletConnectOption({
  locale,
  wording,
  onChoose,
}: {
  locale: Locale;
  wording: DoorWording;
  onChoose: () => void;
}) {
  const [leaving, setLeaving] = useState(false);

  const choose = () => {
    if (isWalletDocument()) return onChoose();
    setLeaving(true);
    const address = `${getPathname({ locale, href: routes.wallet })}?${WALLETCONNECT_WISH}`;
    window.location.assign(withVisit(new URL(address, window.location.href)));
  };

  const chooseIfWished = useEffectEvent(() => {
    if (takeConnectWish()) choose();
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
