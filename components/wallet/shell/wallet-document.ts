import { withoutLocale } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';

/** Query by which a wallet page opens WalletConnect on load. */
export const WALLETCONNECT_PARAM = 'connect=walletconnect';

/**
 * Whether the document was loaded as a wallet page. A document keeps its Content-Security-Policy
 * across client-side navigation, and only that of wallet pages allows WalletConnect's modal.
 */
export function isWalletDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  if (!navigation) return false;
  const path = withoutLocale(new URL(navigation.name).pathname);
  return path === routes.wallet || path.startsWith(`${routes.wallet}/`);
}

/** Whether the URL requests WalletConnect. */
export const hasConnectParam = () => window.location.search.includes(WALLETCONNECT_PARAM);

/** Whether the URL requests WalletConnect. Removes the parameter, so that a reload does not repeat it. */
export function takeConnectParam(): boolean {
  if (!hasConnectParam()) return false;
  const url = new URL(window.location.href);
  url.searchParams.delete('connect');
  window.history.replaceState(window.history.state, '', url);
  return true;
}
