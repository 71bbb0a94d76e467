import { loadedPath } from '@/lib/browser/loaded-path';
import { takePageParam } from '@/lib/browser/page-params';
import { isWalletPath } from '@/lib/routes';

/** Query parameter that makes a wallet page open WalletConnect when it loads. */
export const WALLETCONNECT_PARAM = 'connect=walletconnect';

/** Returns whether the document was loaded as a wallet page. Only their policy allows WalletConnect's modal. */
export function isWalletDocument(): boolean {
  return isWalletPath(loadedPath() ?? '');
}

const hasParam = (param: string) => window.location.search.includes(param);

/**
 * If the URL contains `param`, removes the `connect` parameter, so that a reload doesn't repeat the request. Returns
 * whether the URL contained `param`.
 */
function takeParam(param: string): boolean {
  return hasParam(param) && takePageParam('connect') !== null;
}

/** Returns whether the URL requests WalletConnect. */
export const hasConnectParam = () => hasParam(WALLETCONNECT_PARAM);

/** Returns whether the URL requests WalletConnect, and removes the parameter. */
export const takeConnectParam = () => takeParam(WALLETCONNECT_PARAM);

/**
 * Returns what the URL requests, and removes the parameter: the connect dialog (`routes.walletConnect`), the demo wallet
 * (`routes.walletDemo`), or null.
 */
export function takeDialogParam(): 'open' | 'demo' | null {
  if (takeParam('connect=demo')) return 'demo';
  return takeParam('connect=open') ? 'open' : null;
}
