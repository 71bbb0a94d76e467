import { create } from 'zustand';
import { useDialogs } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import { markSignIn } from '@/lib/session/sign-in-mark';
import type { BrowserWallet } from './browser-wallet';

export type SignInStep = 'idle' | 'loading' | 'connecting' | 'switching' | 'signing' | 'verifying';

/** The wallet to sign in with: a browser wallet, WalletConnect, or the connected wallet. */
export type SignInRequest =
  | { by: 'browser'; wallet: BrowserWallet }
  | { by: 'walletConnect'; projectId: string }
  /** `switchTo` is the chain ID of the network to switch to first. */
  | { by: 'connected'; switchTo?: number }
  /** Disconnects a wallet that is connected without a session. */
  | { by: 'none' };

/** Why the last sign-in failed, and the networks (if any) on which another try can succeed. */
export type SignInProblem = { text: string; networks: { label: string; chainId: number }[] };

type SignInState = {
  /** Sign-in request that has not been handled yet. The wallet root, which handles it, may still be loading. */
  wish: SignInRequest | null;
  step: SignInStep;
  /** The connected account before the user signs in. */
  account: string | undefined;
  problem: SignInProblem | null;
};

/** State of the current sign-in. The wallet root performs the sign-in, and the connect dialog shows its progress. */
export const useSignInState = create<SignInState>(() => ({
  wish: null,
  step: 'idle',
  account: undefined,
  problem: null,
}));

let attempt = new AbortController();

/** Requests a sign-in unless one is in progress. */
export function requestSignIn(wish: SignInRequest): void {
  if (useSignInState.getState().step !== 'idle') return;
  useSignInState.setState({ wish, step: 'loading', problem: null });
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
 * Cancels a pending request, or a sign-in that waits for the wallet, whose late answer has no effect then. Disconnects a
 * wallet that waits for another try. A sign-in that the wallet has signed continues.
 */
export function cancelSignIn(): void {
  const { step, account } = useSignInState.getState();
  useSignInState.setState({ wish: step === 'idle' && account ? { by: 'none' } : null, problem: null });
  if (step === 'verifying') return;
  attempt.abort(new DOMException('canceled', 'AbortError'));
  markSignIn(false);
  setSignInStep('idle');
}

/**
 * Shows why a sign-in failed: in the connect dialog, or in a notification if the dialog was closed. Returns whether the
 * dialog shows it.
 */
export function showSignInProblem(problem: SignInProblem): boolean {
  const isOpen = useDialogs.getState().open === 'wallet';
  if (isOpen) useSignInState.setState({ problem });
  else notify('warning', problem.text);
  return isOpen;
}

export function setSignInStep(step: SignInStep): void {
  useSignInState.setState({ step });
}
