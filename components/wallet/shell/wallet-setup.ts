import type { Messages } from 'next-intl';
import { type Address, getAddress } from 'viem';
import type { Config } from 'wagmi';
import { disconnect, getConnection, reconnect, watchConnection } from 'wagmi/actions';
import { LEGACY_ID } from '@/components/wallet/connect/browser-wallet';
import { legacyWait } from '@/components/wallet/connect/browser-wallets';
import { syncBrowserWallets } from '@/components/wallet/connect/use-login';
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
  /** The local demo, or null in builds for real chains. */
  demo: LocalDemo | null;
};

export type WalletSetup = Base & { messages: Messages };

let basePromise: Promise<Base> | undefined;

/**
 * Returns a function that reconnects the wallet of a signed-in tab. A call during an attempt queues one more attempt.
 */
function createReconnect(config: Config): () => void {
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

/**
 * Ends the session when the wallet disconnects or switches accounts (AUTH-3), and disconnects the wallet when the
 * session ends.
 */
export function bindSession(config: Config): void {
  const reconnectWallet = createReconnect(config);
  const endIfOtherAccount = () => {
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
      else endIfOtherAccount();
    },
  });
  useSession.subscribe(({ token }, previous) => {
    if (token === null) return;
    if (previous.token === null && !getConnection(config).isConnected) reconnectWallet();
    else endIfOtherAccount();
  });
  // Try again on storage events, because another tab's wallet data can arrive after its sign-in event.
  window.addEventListener('storage', reconnectWallet);
}

/**
 * Restores the wallet connection of a session, or of a sign-in that a reload interrupted. If there is neither, discards
 * the connections that wagmi stored. Gives up after RECONNECT_TIMEOUT_MS.
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
  syncBrowserWallets(config);
  const demo = await loadDemoWallet();
  const { walletConnectProjectId } = website;
  const recentConnectorId = await config.storage?.getItem('recentConnectorId');
  if (walletConnectProjectId && recentConnectorId === 'walletConnect') {
    const { addWalletConnect } = await import('@/components/wallet/connect/wallet-connect');
    await addWalletConnect(config, walletConnectProjectId);
  }
  // Legacy connectors are added only after the wait for wallet announcements.
  if (recentConnectorId?.startsWith(LEGACY_ID)) await legacyWait;
  bindSession(config);
  await restoreConnection(config);
  return { config, demo };
}

/**
 * Loads the data that the wallet root requires to render: chains, messages, and the restored connection. Loaded once
 * per page. After a failure, the next call tries again.
 * @throws ApiError if the API is unreachable.
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
