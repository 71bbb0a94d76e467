import { create } from 'zustand';
import { markSignIn } from '@/lib/session/sign-in-mark';
import type { BrowserWallet } from './browser-wallet';

export type SignInStep = 'idle' | 'loading' | 'connecting' | 'signing' | 'verifying';

/** The wallet to sign in with: a browser wallet, WalletConnect, or the connected wallet. */
export type SignInRequest =
  | { by: 'browser'; wallet: BrowserWallet }
  | { by: 'walletConnect'; projectId: string }
  | { by: 'connected' };

type SignInState = {
  /** Sign-in request that has not been handled yet. The wallet root, which handles it, may still be loading. */
  wish: SignInRequest | null;
  step: SignInStep;
  /** The connected account before the user signs in. */
  account: string | undefined;
};

/** State of the current sign-in. The wallet root performs the sign-in, and the connect dialog shows its progress. */
export const useSignInState = create<SignInState>(() => ({ wish: null, step: 'idle', account: undefined }));

let attempt = new AbortController();

/** Requests a sign-in unless one is in progress. */
export function requestSignIn(wish: SignInRequest): void {
  if (useSignInState.getState().step === 'idle') useSignInState.setState({ wish, step: 'loading' });
}

/** Returns the pending request (or null if there is none) and clears it, so that it is handled only once. */
export function takeSignInRequest(): SignInRequest | null {
  const { wish } = useSignInState.getState();
  if (wish) useSignInState.setState({ wish: null });
  return wish;
}

/** Starts a sign-in. Returns the signal that aborts when the user cancels it. */
export function beginSignIn(): AbortSignal {
  attempt = new AbortController();
  return attempt.signal;
}

/**
 * Cancels a pending request, or a sign-in that waits for the wallet, whose late answer has no effect then. A sign-in
 * that the wallet has signed continues.
 */
export function cancelSignIn(): void {
  takeSignInRequest();
  if (useSignInState.getState().step === 'verifying') return;
  attempt.abort(new DOMException('canceled', 'AbortError'));
  markSignIn(false);
  setSignInStep('idle');
}

export function setSignInStep(step: SignInStep): void {
  useSignInState.setState({ step });
}
