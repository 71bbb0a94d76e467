import { Menu } from '@base-ui/react/menu';
import NextLink from 'next/link';
import { usePathname } from 'next/navigation';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useConfig, useConnection } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import type { BrowserWallet } from '@/components/wallet/connect/browser-wallet';
import { offeredWallets, useBrowserWallets } from '@/components/wallet/connect/browser-wallets';
import { chooseAccount } from '@/components/wallet/connect/choose-account';
import { connectErrorKey } from '@/components/wallet/connect/connect-wallet';
import { useWalletAbsence } from '@/components/wallet/connect/restore-wallet';
import { requestSignIn } from '@/components/wallet/connect/sign-in-state';
import { Avatar } from '@/components/wallet/display/avatar';
import { useCopy } from '@/components/wallet/display/text-button';
import { useChainMapping, useUser } from '@/lib/api/hooks';
import { openDialog } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import { shortAddress } from '@/lib/evm/address';
import { WalletSilentError } from '@/lib/evm/errors';
import { readWalletError } from '@/lib/evm/wallet-errors';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';
import { useSession } from '@/lib/session/session';
import { signOut } from './sign-out';
import './account-menu.css';

/**
 * React hook that returns a function that lets the user choose another account in the wallet, and signs in with it. If the
 * user keeps the account, nothing changes. A wallet that can't ask for accounts is signed out first, and connects again.
 */
function useSwitchAccount(): () => Promise<void> {
  const config = useConfig();
  const t = useTranslations('wallet');
  return async () => {
    const { connector } = getConnection(config);
    const wallet = offeredWallets(useBrowserWallets.getState()).find(({ id }) => id === connector?.id);
    try {
      if (!wallet) return signInAgain(null);
      if (!(await chooseAccount(config))) return notify('warning', t('menu.sameAccount'));
      // Without the dialog, which would open above the window of the demo wallet.
      requestSignIn({ by: 'connected' });
    } catch (error) {
      const { code } = readWalletError(error);
      if (error instanceof WalletSilentError || code === 'rejected' || code === 'walletBusy')
        return notify('warning', t(connectErrorKey(error)));
      // Wallets have many errors for a method that they lack.
      await signInAgain(wallet ?? null);
    }
  };
}

async function signInAgain(wallet: BrowserWallet | null): Promise<void> {
  await signOut();
  openDialog('wallet');
  if (wallet) requestSignIn({ by: 'browser', wallet });
}

function Item({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Menu.Item className="account-menu-item" onClick={onClick}>
      {children}
    </Menu.Item>
  );
}

function SignedInMenu({ account }: { account: string }) {
  const t = useTranslations('wallet.account');
  const menu = useTranslations('wallet.menu');
  const locale: Locale = useLocale();
  const copy = useCopy();
  const { data: user } = useUser();
  const { data: chains = [] } = useChainMapping();
  const { address, chainId } = useConnection();
  const switchAccount = useSwitchAccount();
  const absence = useWalletAbsence(({ reason }) => reason);
  // Runs after the menu has closed and focus is back on the button, so that a dialog returns focus there.
  const next = useRef<(() => void) | null>(null);
  const afterwards = (action: () => void) => () => {
    next.current = action;
  };
  const name = user?.name ?? shortAddress(account);
  const network = address
    ? (chains.find(({ id }) => id === chainId)?.name ?? t('unknownChain'))
    : menu(absence === 'locked' ? 'locked' : 'away');
  return (
    <Menu.Root
      modal={false}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen) return;
        next.current?.();
        next.current = null;
      }}
    >
      <Menu.Trigger className="account-button" data-dialog="wallet">
        <Avatar address={account} src={user?.avatar ?? null} size={32} />
        <span className="sr-only">{t('title')}</span>{' '}
        <span className="grid min-w-0 text-start leading-tight">
          <bdi className="truncate text-[0.8125rem] max-[22rem]:text-xs">{name}</bdi>{' '}
          <span className="truncate text-xs text-muted">{network}</span>
        </span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} collisionPadding={8} className="z-40">
          <Menu.Popup className="account-menu">
            <Item onClick={afterwards(() => openDialog('wallet'))}>{t('title')}</Item>
            <Menu.LinkItem
              className="account-menu-item"
              closeOnClick
              render={<NextLink href={getPathname({ locale, href: routes.settings })} prefetch={false} />}
            >
              {menu('settings')}
            </Menu.LinkItem>
            <Item onClick={() => void copy(account)}>{t('copy')}</Item>
            <Item onClick={afterwards(() => void switchAccount())}>{menu('switch')}</Item>
            <Menu.Separator className="my-1 border-t border-line" />
            <Item onClick={afterwards(() => void signOut())}>{menu('signOut')}</Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/**
 * The account's button and menu, rendered into the slot that the wallet's header reserves. Until they load, the header's own
 * button opens the account dialog.
 */
export function AccountMenu() {
  const { token, account } = useSession();
  const pathname = usePathname();
  const [place, setPlace] = useState<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have another header, or none.
  useEffect(() => setPlace(document.querySelector('[data-account-menu]')), [pathname]);
  return place && token !== null && account !== null
    ? createPortal(<SignedInMenu account={account} />, place)
    : null;
}
