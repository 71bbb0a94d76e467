import Cookies from 'js-cookie';
import { create } from 'zustand';
import { LOGOUT_LOCK_MS } from './constants';
import { notify } from './notices';
import { readStored, removeStoredByPrefix, writeStored } from './storage';

const COOKIE = 'token';
const CHANNEL = 'tidewell.session';
/** Whose login the token is; a copy of what the server knows, so that a wallet on another account is noticed at once. */
const ACCOUNT_KEY = 'tidewell.account';
/** Keys that wagmi, WalletConnect and the modal leave behind. */
const WALLET_KEY_PREFIXES = ['wagmi.', 'wc@2:', '@w3m/', 'W3M_', '@appkit/', 'WALLETCONNECT_'];

/** Carries the token itself: the cookie of one tab may be seen by another only after the message. */
type SessionMessage = { kind: 'login'; token: string; account: string } | { kind: 'logout'; token: string };

/** The bearer token, or null when anonymous: the only two states (AUTH-1). */
export const useSession = create<{ token: string | null; account: string | null }>(() => ({
  token: null,
  account: null,
}));

const closers = new Set<() => Promise<void>>();
let channel: BroadcastChannel | undefined;
let lockedUntil = 0;
let wording = { disconnected: '' };
let revoke: (token: string) => Promise<void> = async () => undefined;

function readToken(): string | null {
  return Cookies.get(COOKIE) ?? null;
}

function readSession() {
  const token = readToken();
  return { token, account: token === null ? null : readStored(ACCOUNT_KEY) };
}

/** Reads the cookie and follows the other tabs (AUTH-5). Call once in the browser. */
export function startSession(options: { wording: typeof wording; revoke: typeof revoke }): void {
  wording = options.wording;
  revoke = options.revoke;
  useSession.setState(readSession());
  if (channel || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => {
    if (data.kind === 'login') useSession.setState({ token: data.token, account: data.account });
    else if (useSession.getState().token === data.token) leaveWith(data.token);
  };
}

/** Keeps the token in cookie `token` until it expires, and tells the other tabs. */
export function beginSession(token: string, expiresAt: string, account: string): void {
  Cookies.set(COOKIE, token, {
    expires: new Date(expiresAt),
    sameSite: 'strict',
    secure: window.location.protocol === 'https:',
  });
  writeStored(ACCOUNT_KEY, account);
  useSession.setState({ token, account });
  channel?.postMessage({ kind: 'login', token, account } satisfies SessionMessage);
}

/** Completes a session whose account could not be read from storage. */
export function knowAccount(account: string): void {
  if (useSession.getState().token !== null) useSession.setState({ account });
}

/** Called on every logout, to close the wallet provider. Gives back the way to stop. */
export function onSessionEnd(closer: () => Promise<void>): () => void {
  closers.add(closer);
  return () => closers.delete(closer);
}

/** Another tab ended this session. A tab that slept meanwhile may find a newer one in the cookie, and takes that. */
function leaveWith(token: string): void {
  const now = readSession();
  if (now.token !== null && now.token !== token) useSession.setState(now);
  else dropLocally();
}

function dropLocally(): void {
  Cookies.remove(COOKIE);
  writeStored(ACCOUNT_KEY, null);
  useSession.setState({ token: null, account: null });
  notify('warning', wording.disconnected);
  // A wallet writes while it closes, and one that fails to close must not keep its keys here either.
  void Promise.allSettled([...closers].map((close) => close())).then(() =>
    removeStoredByPrefix(WALLET_KEY_PREFIXES),
  );
}

/**
 * The global logout (AUTH-3): clears the token, closes the wallet, removes its keys, warns, and revokes the token on
 * the server. Triggers within LOGOUT_LOCK_MS of each other count as one. Does nothing when anonymous.
 */
export function endSession(): void {
  const token = readToken() ?? useSession.getState().token;
  if (token === null || Date.now() < lockedUntil) return;
  lockedUntil = Date.now() + LOGOUT_LOCK_MS;
  dropLocally();
  channel?.postMessage({ kind: 'logout', token } satisfies SessionMessage);
  void revoke(token);
}
