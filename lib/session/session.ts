import { create } from 'zustand';
import { readStored } from '@/lib/preferences/storage';

/** Name of the cookie with the session's token. */
export const TOKEN_COOKIE = 'token';

const CHANNEL = 'tidewell.session';
/**
 * Storage key of the session's account. It is stored so that a wallet with a different account is detected immediately.
 */
export const ACCOUNT_STORAGE_KEY = 'tidewell.account';

/** Message to other tabs. It contains the token, because they may receive it before they see the cookie. */
type SessionMessage = { kind: 'signIn'; token: string; account: string } | { kind: 'signOut'; token: string };

type Session = { token: string | null; account: string | null };

interface SessionOptions {
  wording: { disconnected: string };
  /** Revokes a token on the server. Warns the visitor if that fails. */
  revoke: (token: string) => Promise<void>;
  /** Loads the code that ends a session in this tab. Pages don't include it until it is needed. */
  loadChanges: () => Promise<{ endSessionHere: (token: string) => void }>;
}

/** Store of the session. `token` is the bearer token, or null if signed out; there are no other states (AUTH-1). */
export const useSession = create<Session>(() => ({ token: null, account: null }));

let options: SessionOptions;
let channel: BroadcastChannel | undefined;

/** Returns the options that were passed to `startSession`. */
export const sessionOptions = (): Readonly<SessionOptions> => options;

export function broadcast(message: SessionMessage): void {
  channel?.postMessage(message);
}

/** Reads the session from the cookie and local storage, without a cookie library, to keep public pages small. */
export function readSession(): Session {
  const entry = document.cookie.split('; ').find((text) => text.startsWith(`${TOKEN_COOKIE}=`));
  const token = entry?.slice(TOKEN_COOKIE.length + 1) || null;
  return { token, account: token === null ? null : readStored(ACCOUNT_STORAGE_KEY) };
}

/** Handles a sign-out in another tab. The session ends even if the code that disconnects the wallet can't be loaded. */
function follow(token: string): void {
  options.loadChanges().then(
    ({ endSessionHere }) => endSessionHere(token),
    () => useSession.setState({ token: null, account: null }),
  );
}

/** Reads the session and follows changes in other tabs (AUTH-5). Call this once in the browser. */
export function startSession(given: SessionOptions): void {
  options = given;
  useSession.setState(readSession());
  if (channel || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => {
    if (data.kind === 'signIn') useSession.setState({ token: data.token, account: data.account });
    else if (useSession.getState().token === data.token) follow(data.token);
  };
}
