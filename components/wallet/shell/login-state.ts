import { create } from 'zustand';
import type { BrowserWallet } from '@/components/wallet/connect/browser-wallet';

export type LoginStep = 'idle' | 'loading' | 'connecting' | 'signing' | 'verifying';

/** By which wallet a visitor wants to log in: one of this browser, one behind WalletConnect, or the connected one. */
export type LoginRequest =
  | { by: 'browser'; wallet: BrowserWallet }
  | { by: 'walletConnect'; projectId: string }
  | { by: 'connected' };

type LoginState = {
  /** What the door was asked for and the island, which may still be on its way, has not taken up yet. */
  wish: LoginRequest | null;
  step: LoginStep;
  /** The connected account that has yet to sign. */
  account: string | undefined;
};

/** The login under way. The door shows it and the island, which alone knows wagmi, brings it about. */
export const useLoginState = create<LoginState>(() => ({ wish: null, step: 'idle', account: undefined }));

/** Asks for a login, unless one is under way. */
export function requestLogin(wish: LoginRequest): void {
  if (useLoginState.getState().step === 'idle') useLoginState.setState({ wish, step: 'loading' });
}

/** The wish, for the one who fulfils it: nobody gets it a second time. Null where there is none. */
export function takeWish(): LoginRequest | null {
  const { wish } = useLoginState.getState();
  if (wish) useLoginState.setState({ wish: null });
  return wish;
}

/** Forgets a wish that nobody has taken up. A login that has begun goes on. */
export function cancelLogin(): void {
  if (takeWish()) setLoginStep('idle');
}

export function setLoginStep(step: LoginStep): void {
  useLoginState.setState({ step });
}
