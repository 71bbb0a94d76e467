import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { getAddress } from 'viem';
import { signMessage } from 'viem/actions';
import { useConfig, useConnection } from 'wagmi';
import { getConnection, getConnectorClient } from 'wagmi/actions';
import { useSwitchErrorText } from '@/components/wallet/display/use-switch-error-text';
import { ApiError, call } from '@/lib/api/client';
import type { LoginResult, NonceResult } from '@/lib/api/types';
import { closeDialog, openDialog } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import { useSession } from '@/lib/session/session';
import { beginSession } from '@/lib/session/session-changes';
import { markSignIn } from '@/lib/session/sign-in-mark';
import { signInMessage } from '@/lib/session/sign-in-message';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import type { BrowserWallet } from './browser-wallet';
import { connectErrorKey, connectWallet, disconnectWallet, unlessAborted } from './connect-wallet';
import {
  beginSignIn,
  type SignInRequest,
  type SignInStep,
  setSignInStep,
  showSignInProblem,
  takeSignInRequest,
  useSignInState,
} from './sign-in-state';

/**
 * React hook that returns a function to connect a wallet through WalletConnect's modal. The function resolves to true
 * if a wallet was connected. Says why in the connect dialog if it failed, unless the user closed the modal.
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
        openDialog('wallet');
        return true;
      } catch (error) {
        openDialog('wallet');
        const closed = error instanceof DOMException && error.name === 'AbortError';
        if (!closed) showSignInProblem({ text: t('walletConnectUnreachable'), networks: [] });
        return false;
      }
    },
    [config, t],
  );
}

/** Returns whether the server refused a contract account because of its chain, so that a sign-in on another network can succeed. */
const isChainRefusal = ({ data }: ApiError): boolean =>
  typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'chain';

/** The text to show for an error, and whether the wallet's network caused it. */
type Failure = { text: string; isAboutNetwork: boolean };

/** React hook that returns a function that returns the text for an error at a step of a sign-in. */
function useFailureOf(): (error: unknown, step: SignInStep) => Failure {
  const t = useTranslations('wallet');
  const switchErrorText = useSwitchErrorText();
  return (error, step) => {
    if (error instanceof ApiError) return { text: error.message, isAboutNetwork: isChainRefusal(error) };
    if (step === 'switching') return { text: switchErrorText(error), isAboutNetwork: true };
    return { text: t(connectErrorKey(error)), isAboutNetwork: false };
  };
}

/**
 * React hook that returns a function that signs in with the given wallet or the connected wallet: it connects the
 * wallet, requests a nonce, asks for a signature of an EIP-4361 message, and starts a session (AUTH-1). A cancellation, and
 * any failure that another network can't solve, leaves a clean anonymous state (AUTH-4).
 */
export function useSignIn() {
  const config = useConfig();
  const t = useTranslations('wallet');
  const failureOf = useFailureOf();

  const signIn = async (signal: AbortSignal) => {
    const { address, chainId: current, connector, status } = getConnection(config);
    if (status !== 'connected') throw new Error('no wallet is connected');
    // The wallet's network may be unlisted, or unreadable: a key signs for every chain.
    const isReadable = Number.isSafeInteger(current) && current > 0;
    const chainId = isReadable ? current : config.chains[0].id;
    const asked = call<NonceResult>('/user/generateNonce', { body: { address, chainId }, silent: true });
    const nonce = await unlessAborted(asked, signal);
    // If the user switched accounts, the end of the previous session removed it.
    await config.storage?.setItem('recentConnectorId', connector.id);
    const message = signInMessage(nonce, { address: getAddress(address), chainId });
    setSignInStep('signing');
    // The message names the chain. A check of the wallet's would fail if it's unreadable, because NaN equals nothing.
    const asSigner = { account: address, connector, assertChainId: false };
    const signed = getConnectorClient(config, asSigner).then((client) =>
      signMessage(client, { message, account: address }),
    );
    const signature = await unlessAborted(signed, signal);
    setSignInStep('verifying');
    const body = { message, signature };
    const result = await call<LoginResult>('/user/login', { body, json: true, silent: true });
    closeDialog('wallet');
    beginSession(result.token, result.expiresAt, result.user.address);
    notify('success', t('notice.signedIn'));
  };

  const fail = async (error: unknown) => {
    const { text, isAboutNetwork } = failureOf(error, useSignInState.getState().step);
    const { chainId: current } = getConnection(config);
    const others = config.chains.filter(({ id }) => isAboutNetwork && id !== current);
    const networks = others.map(({ id, name }) => ({ label: t('switchTo', { network: name }), chainId: id }));
    // A connected wallet waits for another try only in the dialog.
    if (!showSignInProblem({ text, networks }) || !isAboutNetwork) await disconnectWallet(config);
  };

  return async ({ wallet, switchTo }: { wallet?: BrowserWallet; switchTo?: number } = {}) => {
    const signal = beginSignIn();
    try {
      markSignIn(true);
      setSignInStep(switchTo === undefined ? 'connecting' : 'switching');
      if (wallet) await connectWallet(config, wallet, signal);
      if (switchTo !== undefined) await switchWalletChain(config, switchTo, signal);
      await signIn(signal);
    } catch (error) {
      if (signal.aborted) await disconnectWallet(config);
      else await fail(error);
    } finally {
      // After a cancellation, the step may belong to the next sign-in.
      if (!signal.aborted) {
        markSignIn(false);
        setSignInStep('idle');
      }
    }
  };
}

/** Handles the connect dialog's sign-in requests, and publishes the connected account. Renders nothing. */
export function SignInController() {
  const config = useConfig();
  const { isConnected, address } = useConnection();
  const signIn = useSignIn();
  const connectWalletConnect = useWalletConnect();

  const handleRequest = async (request: SignInRequest) => {
    if (request.by === 'walletConnect' && !(await connectWalletConnect(request.projectId)))
      return setSignInStep('idle');
    if (request.by === 'none') {
      if (useSession.getState().token === null) await disconnectWallet(config);
    } else await signIn(request.by === 'walletConnect' ? {} : request);
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
