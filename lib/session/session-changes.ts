import Cookies from 'js-cookie';
import { notify } from '@/lib/browser/notices';
import { writeStored } from '@/lib/preferences/storage';
import { forgetLastBalances } from './last-balances';
import {
  ACCOUNT_STORAGE_KEY,
  broadcast,
  readSession,
  sessionOptions,
  TOKEN_COOKIE,
  useSession,
} from './session';

const LOGOUT_LOCK_MS = 1_500;

/** Prefixes of the storage keys of wagmi, WalletConnect, and WalletConnect's modal. */
const WALLET_KEY_PREFIXES = ['wagmi.', 'wc@2:', '@w3m/', 'W3M_', '@appkit/', 'WALLETCONNECT_'];

const closers = new Set<() => Promise<void>>();
let lockedUntil = 0;

/** Stores the token in the `token` cookie until it expires, and notifies other tabs. */
export function beginSession(token: string, expiresAt: string, account: string): void {
  Cookies.set(TOKEN_COOKIE, token, {
    expires: new Date(expiresAt),
    sameSite: 'strict',
    secure: window.location.protocol === 'https:',
  });
  writeStored(ACCOUNT_STORAGE_KEY, account);
  forgetLastBalances();
  useSession.setState({ token, account });
  broadcast({ kind: 'signIn', token, account });
}

/** Sets the account of a session if it couldn't be read from storage. */
export function setSessionAccount(account: string): void {
  if (useSession.getState().token !== null) useSession.setState({ account });
}

/** Registers a callback that closes the wallet provider on sign-out. Returns the cleanup function. */
export function onSessionEnd(closer: () => Promise<void>): () => void {
  closers.add(closer);
  return () => closers.delete(closer);
}

/** Ends this tab's session after another tab ended it, or adopts a newer one from the cookie. */
export function endSessionHere(token: string): void {
  const now = readSession();
  if (now.token !== null && now.token !== token) useSession.setState(now);
  else if (useSession.getState().token === token) dropLocally();
}

/** Removes every local storage key that starts with one of the prefixes. */
function removeStoredByPrefix(prefixes: readonly string[]): void {
  try {
    for (const key of Object.keys(window.localStorage)) {
      if (prefixes.some((prefix) => key.startsWith(prefix))) window.localStorage.removeItem(key);
    }
  } catch {
    // If storage is blocked, there is nothing to remove.
  }
}

function dropLocally(): void {
  Cookies.remove(TOKEN_COOKIE);
  writeStored(ACCOUNT_STORAGE_KEY, null);
  forgetLastBalances();
  useSession.setState({ token: null, account: null });
  notify('warning', sessionOptions().wording.disconnected);
  // Wallets write to storage while they close, so their keys are removed afterward, even if closing failed.
  void Promise.allSettled([...closers].map((close) => close())).then(() =>
    removeStoredByPrefix(WALLET_KEY_PREFIXES),
  );
}

/**
 * Signs out in all tabs (AUTH-3): clears the token, disconnects the wallet, removes its keys, shows a warning, and
 * revokes the token on the server. Repeated calls within LOGOUT_LOCK_MS count as one. Does nothing if signed out.
 */
export function endSession(): void {
  const token = readSession().token ?? useSession.getState().token;
  if (token === null || Date.now() < lockedUntil) return;
  lockedUntil = Date.now() + LOGOUT_LOCK_MS;
  dropLocally();
  broadcast({ kind: 'signOut', token });
  void sessionOptions().revoke(token);
}
