import { create } from 'zustand';
import { markLogin } from '@/lib/session/sign-in-mark';
import type { BrowserWallet } from './browser-wallet';

export type LoginStep = 'idle' | 'loading' | 'connecting' | 'signing' | 'verifying';

/** The wallet to sign in with: a browser wallet, WalletConnect, or the connected wallet. */
export type LoginRequest =
  | { by: 'browser'; wallet: BrowserWallet }
  | { by: 'walletConnect'; projectId: string }
  | { by: 'connected' };

type LoginState = {
  /** Sign-in request that has not been handled yet. The wallet root, which handles it, may still be loading. */
  wish: LoginRequest | null;
  step: LoginStep;
  /** The connected account before the user signs in. */
  account: string | undefined;
};

/** State of the current sign-in. The wallet root performs the sign-in, and the connect dialog shows its progress. */
export const useLoginState = create<LoginState>(() => ({ wish: null, step: 'idle', account: undefined }));

let attempt = new AbortController();

/** Requests a sign-in unless one is in progress. */
export function requestLogin(wish: LoginRequest): void {
  if (useLoginState.getState().step === 'idle') useLoginState.setState({ wish, step: 'loading' });
}

/** Returns the pending request (or null if there is none) and clears it, so that it is handled only once. */
export function takeLoginRequest(): LoginRequest | null {
  const { wish } = useLoginState.getState();
  if (wish) useLoginState.setState({ wish: null });
  return wish;
}

/** Starts a sign-in. Returns the signal that aborts when the user cancels it. */
export function beginLogin(): AbortSignal {
  attempt = new AbortController();
  return attempt.signal;
}

/**
 * Cancels a pending request, or a sign-in that waits for the wallet, whose late answer has no effect then. A sign-in
 * that the wallet has signed continues.
 */
export function cancelLogin(): void {
  takeLoginRequest();
  if (useLoginState.getState().step === 'verifying') return;
  attempt.abort(new DOMException('canceled', 'AbortError'));
  markLogin(false);
  setLoginStep('idle');
}

export function setLoginStep(step: LoginStep): void {
  useLoginState.setState({ step });
}
