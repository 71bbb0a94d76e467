import type { Messages } from 'next-intl';
import { type Address, getAddress } from 'viem';
import type { Config } from 'wagmi';
import { disconnect, getConnection, reconnect, watchConnection } from 'wagmi/actions';
import { LEGACY_ID } from '@/components/wallet/connect/browser-wallet';
import { legacyWait } from '@/components/wallet/connect/browser-wallets';
import { followBrowserWallets } from '@/components/wallet/connect/use-login';
import { announceDemoWallet } from '@/components/wallet/demo-wallet/announce-demo-wallet';
import { type LocalDemo, loadDemoWallet } from '@/components/wallet/demo-wallet/load-demo-wallet';
import { call } from '@/lib/api/client';
import type { ChainMapping, Contract, User, Website } from '@/lib/api/types';
import { RECONNECT_TIMEOUT_MS } from '@/lib/constants';
import type { Locale } from '@/lib/i18n/routing';
import { draftWording } from '@/lib/preview/draft-wording';
import { isLoginMarked } from '@/lib/session/login-mark';
import { useSession } from '@/lib/session/session';
import { endSession, onSessionEnd, setSessionAccount } from '@/lib/session/session-changes';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';

type Base = {
  config: Config;
  /** Null except in builds for local chains. */
  demo: LocalDemo | null;
};

export type WalletSetup = Base & { messages: Messages };

let basePromise: Promise<Base> | undefined;

/** Reconnects a logged-in tab's wallet; a call while one is under way has it tried once more. */
function createBringBack(config: Config): () => void {
  let wanted = false;
  let busy = false;
  const isMissing = () => useSession.getState().token !== null && !getConnection(config).isConnected;
  const run = async () => {
    busy = true;
    while (wanted && isMissing()) {
      wanted = false;
      await reconnect(config);
    }
    busy = false;
  };
  return () => {
    wanted = isMissing();
    if (wanted && !busy) void run();
  };
}

/** Ends the session when the wallet leaves or shows another account (AUTH-3), and the wallet when the session ends. */
function bindSession(config: Config): void {
  const bringBack = createBringBack(config);
  const endIfForeign = () => {
    const { account } = useSession.getState();
    const { address, status } = getConnection(config);
    if (account !== null && status === 'connected' && address !== account) endSession();
  };
  onSessionEnd(async () => {
    if (getConnection(config).isConnected) await disconnect(config);
  });
  watchConnection(config, {
    onChange(connection, previous) {
      if (useSession.getState().token === null) return;
      if (connection.status === 'disconnected' && previous.status === 'connected') endSession();
      else endIfForeign();
    },
  });
  useSession.subscribe(({ token }, previous) => {
    if (token === null) return;
    if (previous.token === null && !getConnection(config).isConnected) bringBack();
    else endIfForeign();
  });
  // What another tab stored for its wallet may arrive after the word of its login.
  window.addEventListener('storage', bringBack);
}

/**
 * Brings back the wallet of a session, or of a login that a reload interrupted. Anonymous otherwise means not
 * connected: what wagmi kept of an expired session is dropped. A wallet that does not answer is not waited for.
 */
async function restoreConnection(config: Config): Promise<void> {
  const { token, account } = useSession.getState();
  if (token === null && !isLoginMarked()) {
    config.setState((state) => ({ ...state, connections: new Map(), current: null, status: 'disconnected' }));
    return;
  }
  if (token !== null && account === null)
    setSessionAccount((await call<User>('/user/info', { silent: true })).address);
  const timeout = new Promise((resolve) => setTimeout(resolve, RECONNECT_TIMEOUT_MS));
  await Promise.race([reconnect(config), timeout]);
}

async function loadBase(): Promise<Base> {
  const [mappings, contracts, website] = await Promise.all([
    call<ChainMapping[]>('/config/chainMapping', { silent: true }),
    call<Contract[]>('/config/contractAddressList', { silent: true }),
    call<Website>('/config/website', { silent: true }),
  ]);
  const multicalls = new Map<number, Address>(
    contracts
      .filter(({ name }) => name === 'multicall')
      .map(({ chainId, address }) => [chainId, getAddress(address)]),
  );
  announceDemoWallet();
  const config = createWalletConfig(mappings, multicalls);
  followBrowserWallets(config);
  const demo = await loadDemoWallet();
  const { walletConnectProjectId } = website;
  const recentConnectorId = await config.storage?.getItem('recentConnectorId');
  if (walletConnectProjectId && recentConnectorId === 'walletConnect') {
    const { addWalletConnect } = await import('@/components/wallet/connect/wallet-connect');
    await addWalletConnect(config, walletConnectProjectId);
  }
  // Its connector is not there before.
  if (recentConnectorId?.startsWith(LEGACY_ID)) await legacyWait;
  bindSession(config);
  await restoreConnection(config);
  return { config, demo };
}

/**
 * Everything the island needs before it draws: chains from the API, wording, the restored connection. One a page;
 * a failure is forgotten, so that the next call tries again.
 * @throws ApiError when the API cannot be reached.
 */
export async function loadWalletSetup(locale: Locale): Promise<WalletSetup> {
  basePromise ??= loadBase().catch((error: unknown) => {
    basePromise = undefined;
    throw error;
  });
  const published = async () => (await import(`@/messages/${locale}.json`)).default;
  const [base, messages] = await Promise.all([basePromise, draftWording() ?? published()]);
  return { ...base, messages };
}
