import { withoutLocale } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';

/** Query of a wallet page that is to go on with WalletConnect at once. */
export const WALLETCONNECT_WISH = 'connect=walletconnect';

/**
 * Whether the browser loaded a wallet page, whichever page the visitor has moved to since: a document keeps the
 * Content-Security-Policy it came with, and WalletConnect's modal is allowed by that of wallet pages alone.
 */
export function isWalletDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  if (!navigation) return false;
  const path = withoutLocale(new URL(navigation.name).pathname);
  return path === routes.wallet || path.startsWith(`${routes.wallet}/`);
}

/** Whether the address asks for WalletConnect. */
export const hasConnectWish = () => window.location.search.includes(WALLETCONNECT_WISH);

/** Whether the address asks for WalletConnect; takes the wish out of it, so that a reload does not repeat it. */
export function takeConnectWish(): boolean {
  if (!hasConnectWish()) return false;
  const url = new URL(window.location.href);
  url.searchParams.delete('connect');
  window.history.replaceState(window.history.state, '', url);
  return true;
}
