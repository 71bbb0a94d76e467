import { create } from 'zustand';
import { readStored } from '@/lib/preferences/storage';

export const TOKEN_COOKIE = 'token';
const CHANNEL = 'tidewell.session';
/** The session's account, stored to detect a wallet on another account immediately. */
export const ACCOUNT_STORAGE_KEY = 'tidewell.account';

/** Contains the token itself, because another tab may see the cookie only after the message. */
type SessionMessage = { kind: 'login'; token: string; account: string } | { kind: 'logout'; token: string };

type Session = { token: string | null; account: string | null };

interface SessionOptions {
  wording: { disconnected: string };
  /** Revokes a token on the server, and warns the visitor if that fails. */
  revoke: (token: string) => Promise<void>;
  /** Loads the code that ends a session in this tab; pages do not ship it before it is needed. */
  loadChanges: () => Promise<{ endSessionHere: (token: string) => void }>;
}

/** The bearer token, or null if anonymous: the only two states (AUTH-1). */
export const useSession = create<Session>(() => ({ token: null, account: null }));

let options: SessionOptions;
let channel: BroadcastChannel | undefined;

/** The options of startSession. */
export const sessionOptions = (): Readonly<SessionOptions> => options;

/** Notifies other tabs. */
export function broadcast(message: SessionMessage): void {
  channel?.postMessage(message);
}

/** Reads the session from cookie and storage, without a cookie library on public pages. */
export function readSession(): Session {
  const entry = document.cookie.split('; ').find((text) => text.startsWith(`${TOKEN_COOKIE}=`));
  const token = entry?.slice(TOKEN_COOKIE.length + 1) || null;
  return { token, account: token === null ? null : readStored(ACCOUNT_STORAGE_KEY) };
}

/**
 * Another tab ended this session. The code that disconnects the wallet is loaded now; without it, the session ends
 * anyway.
 */
function follow(token: string): void {
  options.loadChanges().then(
    ({ endSessionHere }) => endSessionHere(token),
    () => useSession.setState({ token: null, account: null }),
  );
}

/** Reads the cookie and follows other tabs (AUTH-5). Call once in the browser. */
export function startSession(given: SessionOptions): void {
  options = given;
  useSession.setState(readSession());
  if (channel || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => {
    if (data.kind === 'login') useSession.setState({ token: data.token, account: data.account });
    else if (useSession.getState().token === data.token) follow(data.token);
  };
}
