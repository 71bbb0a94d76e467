import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { getAddress } from 'viem';
import { type Config, useConfig, useConnection } from 'wagmi';
import { getConnection, signMessage } from 'wagmi/actions';
import { ApiError, call } from '@/lib/api/client';
import type { LoginResult, NonceResult } from '@/lib/api/types';
import { closeDialog, openDialog } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import { beginSession } from '@/lib/session/session-changes';
import { markSignIn } from '@/lib/session/sign-in-mark';
import { signInMessage } from '@/lib/session/sign-in-message';
import type { BrowserWallet } from './browser-wallet';
import { connectErrorKey, connectWallet, disconnectWallet, unlessAborted } from './connect-wallet';
import {
  beginSignIn,
  type SignInRequest,
  setSignInStep,
  takeSignInRequest,
  useSignInState,
} from './sign-in-state';

/**
 * React hook that returns a function to connect a wallet through WalletConnect's modal. The function resolves to true
 * if a wallet was connected. Shows a toast on failure, unless the user closed the modal.
 */
function useWalletConnect() {
  const config = useConfig();
  const t = useTranslations('wallet.connect');

  return useCallback(
    async (projectId: string): Promise<boolean> => {
      try {
        const { openWalletConnect } = await import('./wallet-connect');
        closeDialog('wallet');
        await openWalletConnect(config, projectId);
        return true;
      } catch (error) {
        const closed = error instanceof DOMException && error.name === 'AbortError';
        if (!closed) notify('warning', t('walletConnectUnreachable'));
        return false;
      } finally {
        openDialog('wallet');
      }
    },
    [config, t],
  );
}

/**
 * Returns the Chain ID of the EIP-4361 message: the wallet's network, or the first listed one. It names the chain where a
 * contract account is verified. A key signs for every chain, so the wallet needn't switch.
 */
const signInChainId = ({ chains }: Config, walletChainId: number): number =>
  chains.some(({ id }) => id === walletChainId) ? walletChainId : chains[0].id;

/**
 * React hook that returns a function that signs in with the given wallet or the connected wallet: it connects the
 * wallet, requests a nonce, asks for a signature of an EIP-4361 message, and starts a session (AUTH-1). Any failure,
 * and a cancellation, leaves a clean anonymous state (AUTH-4).
 */
export function useSignIn() {
  const config = useConfig();
  const t = useTranslations('wallet');

  const signIn = useCallback(
    async (signal: AbortSignal) => {
      const { address, chainId: walletChainId, connector, status } = getConnection(config);
      if (status !== 'connected') throw new Error('no wallet is connected');
      const chainId = signInChainId(config, walletChainId);
      const asked = call<NonceResult>('/user/generateNonce', { body: { address, chainId } });
      const nonce = await unlessAborted(asked, signal);
      const message = signInMessage(nonce, { address: getAddress(address), chainId });
      setSignInStep('signing');
      const signed = signMessage(config, { message, account: address, connector });
      const signature = await unlessAborted(signed, signal);
      setSignInStep('verifying');
      const result = await call<LoginResult>('/user/login', { body: { message, signature }, json: true });
      closeDialog('wallet');
      beginSession(result.token, result.expiresAt, result.user.address);
      notify('success', t('notice.signedIn'));
    },
    [config, t],
  );

  return useCallback(
    async (wallet?: BrowserWallet) => {
      const signal = beginSignIn();
      try {
        markSignIn(true);
        setSignInStep('connecting');
        if (wallet) await connectWallet(config, wallet, signal);
        await signIn(signal);
      } catch (error) {
        if (!signal.aborted && !(error instanceof ApiError)) notify('warning', t(connectErrorKey(error)));
        await disconnectWallet(config);
      } finally {
        // After a cancellation, the step may belong to the next sign-in.
        if (!signal.aborted) {
          markSignIn(false);
          setSignInStep('idle');
        }
      }
    },
    [config, signIn, t],
  );
}

/** Handles the connect dialog's sign-in requests, and publishes the connected account. Renders nothing. */
export function SignInController() {
  const { isConnected, address } = useConnection();
  const signIn = useSignIn();
  const connectWalletConnect = useWalletConnect();

  const handleRequest = async (request: SignInRequest) => {
    if (request.by === 'walletConnect' && !(await connectWalletConnect(request.projectId)))
      return setSignInStep('idle');
    await signIn(request.by === 'browser' ? request.wallet : undefined);
  };
  const handleNext = useEffectEvent(() => {
    const request = takeSignInRequest();
    if (request) void handleRequest(request);
  });

  const account = isConnected ? address : undefined;
  useEffect(() => useSignInState.setState({ account }), [account]);
  useEffect(() => {
    handleNext();
    return useSignInState.subscribe(() => handleNext());
  }, []);

  return null;
}
