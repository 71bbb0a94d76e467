import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { getAddress } from 'viem';
import { type Config, type Connector, injected, useConfig, useConnection } from 'wagmi';
import { connect, disconnect, getConnection, signMessage } from 'wagmi/actions';
import {
  type LoginRequest,
  setLoginStep,
  takeLoginRequest,
  useLoginState,
} from '@/components/wallet/shell/login-state';
import { ApiError, call } from '@/lib/api/client';
import type { LoginResult, NonceResult } from '@/lib/api/types';
import { closeDialog, openDialog } from '@/lib/browser/dialogs';
import { notify } from '@/lib/browser/notices';
import { chainErrorCode } from '@/lib/evm/errors';
import { markLogin } from '@/lib/session/login-mark';
import { beginSession } from '@/lib/session/session-changes';
import { signInMessage } from '@/lib/session/sign-in-message';
import type { BrowserWallet } from './browser-wallet';
import { offeredWallets, useBrowserWallets } from './browser-wallets';

/** wagmi connectors by wallet. Not keyed by ID, because two wallets can have the same ID. */
const connectors = new WeakMap<BrowserWallet, Connector>();

/** Returns the wagmi connector for a browser wallet, creating the connector if necessary. */
export function browserConnector(config: Config, wallet: BrowserWallet): Connector {
  const known = connectors.get(wallet);
  if (known && config.connectors.includes(known)) return known;
  const { id, name, icon, provider } = wallet;
  const target = { id, name: name ?? 'Browser wallet', icon: icon ?? undefined, provider };
  const { setup, setState } = config._internal.connectors;
  const connector = setup(injected({ target }));
  connectors.set(wallet, connector);
  setState((all) => [...all, connector]);
  return connector;
}

/** Adds a wagmi connector for each browser wallet, including those that appear later. */
export function syncBrowserWallets(config: Config): void {
  const add = () => {
    for (const wallet of offeredWallets(useBrowserWallets.getState())) browserConnector(config, wallet);
  };
  add();
  useBrowserWallets.subscribe(add);
}

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
 * React hook that returns a function that signs in with the given wallet or the connected wallet: it connects the
 * wallet, requests a nonce, asks for a signature of an EIP-4361 message, and starts a session (AUTH-1). Any failure
 * leaves a clean anonymous state (AUTH-4).
 */
export function useLogin() {
  const config = useConfig();
  const t = useTranslations('wallet');

  const signIn = useCallback(async () => {
    const { address, chainId, connector } = getConnection(config);
    if (!address || !chainId || !connector) throw new Error('no wallet is connected');
    const nonce = await call<NonceResult>('/user/generateNonce', { body: { address, chainId } });
    const message = signInMessage(nonce, { address: getAddress(address), chainId });
    setLoginStep('signing');
    const signature = await signMessage(config, { message, account: address, connector });
    setLoginStep('verifying');
    const result = await call<LoginResult>('/user/login', { body: { message, signature }, json: true });
    closeDialog('wallet');
    beginSession(result.token, result.expiresAt, result.user.address);
    notify('success', t('notice.loggedIn'));
  }, [config, t]);

  return useCallback(
    async (wallet?: BrowserWallet) => {
      try {
        markLogin(true);
        setLoginStep('connecting');
        const chainId = config.chains[0].id;
        if (wallet) await connect(config, { connector: browserConnector(config, wallet), chainId });
        await signIn();
      } catch (error) {
        if (!(error instanceof ApiError)) notify('warning', t(`errors.${chainErrorCode(error)}`));
        await disconnect(config).catch(() => undefined);
      } finally {
        markLogin(false);
        setLoginStep('idle');
      }
    },
    [config, signIn, t],
  );
}

/** Handles the connect dialog's sign-in requests, and publishes the connected account. Renders nothing. */
export function LoginController() {
  const { isConnected, address } = useConnection();
  const login = useLogin();
  const connectWalletConnect = useWalletConnect();

  const handleRequest = async (request: LoginRequest) => {
    if (request.by === 'walletConnect' && !(await connectWalletConnect(request.projectId)))
      return setLoginStep('idle');
    await login(request.by === 'browser' ? request.wallet : undefined);
  };
  const handleNext = useEffectEvent(() => {
    const request = takeLoginRequest();
    if (request) void handleRequest(request);
  });

  const account = isConnected ? address : undefined;
  useEffect(() => useLoginState.setState({ account }), [account]);
  useEffect(() => {
    handleNext();
    return useLoginState.subscribe(() => handleNext());
  }, []);

  return null;
}
