import type { Messages } from 'next-intl';
import { type Address, getAddress } from 'viem';
import type { Config } from 'wagmi';
import { getConnection, watchConnection } from 'wagmi/actions';
import { announceDemoWallet } from '@/components/wallet/connect/announce-demo-wallet';
import {
  findBrowserWallets,
  legacyWait,
  useBrowserWallets,
} from '@/components/wallet/connect/browser-wallets';
import { isChoosingAccount } from '@/components/wallet/connect/choose-account';
import { disconnectWallet } from '@/components/wallet/connect/connect-wallet';
import {
  isWalletMissing,
  lastConnectorId,
  restoreIfMissing,
  restoreWallet,
  useWalletAbsence,
} from '@/components/wallet/connect/restore-wallet';
import { type LocalDemo, loadDemoWallet } from '@/components/wallet/shell/load-demo-wallet';
import { call } from '@/lib/api/client';
import type { ChainMapping, Contract, User, Website } from '@/lib/api/types';
import type { Locale } from '@/lib/i18n/routing';
import { draftWording } from '@/lib/preview/draft-wording';
import { useSession } from '@/lib/session/session';
import { endSession, onSessionEnd, setSessionAccount } from '@/lib/session/session-changes';
import { isSignInMarked } from '@/lib/session/sign-in-mark';
import { watchOwnNodes } from '@/lib/wallet/networks/own-nodes';
import { createWalletConfig } from '@/lib/wallet/networks/wallet-config';

/** Maximum time to wait for a wallet to reconnect before the page continues. */
const RECONNECT_TIMEOUT_MS = 4_000;

type Base = {
  config: Config;
  /** The local demo, or null in builds for real chains. */
  demo: LocalDemo | null;
};

export type WalletSetup = Base & { messages: Messages };

let basePromise: Promise<Base> | undefined;

/**
 * Ends the session when the wallet disconnects or switches accounts (AUTH-3), and disconnects the wallet when the
 * session ends, unless the user is choosing the account to sign in with next. Until then, a wallet that comes late is connected,
 * whenever it comes.
 */
export function bindSession(config: Config): void {
  const endIfOtherAccount = () => {
    const { account } = useSession.getState();
    const { address, status } = getConnection(config);
    if (account !== null && status === 'connected' && address !== account) endSession();
  };
  const look = () => {
    if (!isWalletMissing(config)) return;
    findBrowserWallets();
    restoreIfMissing(config);
  };
  onSessionEnd(async () => {
    if (getConnection(config).isConnected && !isChoosingAccount()) await disconnectWallet(config);
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
    if (previous.token === null) restoreIfMissing(config);
    endIfOtherAccount();
  });
  useBrowserWallets.subscribe(() => restoreIfMissing(config));
  // Another tab's wallet data can arrive after its sign-in event.
  window.addEventListener('storage', () => restoreIfMissing(config));
  // Not every wallet emits an event after it was unlocked in its own window.
  window.addEventListener('focus', look);
}

/**
 * Restores the wallet connection of a session, or of a sign-in that a reload interrupted. Resolves after
 * RECONNECT_TIMEOUT_MS at the latest, so that the page can say that the wallet isn't available yet.
 */
async function restoreConnection(config: Config): Promise<void> {
  const { token, account } = useSession.getState();
  if (token === null && !isSignInMarked()) return;
  if (token !== null && account === null)
    setSessionAccount((await call<User>('/user/info', { silent: true })).address);
  const restore = async () => {
    await restoreWallet(config);
    if (useWalletAbsence.getState().reason !== 'missing') return;
    await legacyWait;
    await restoreWallet(config);
  };
  const timeout = new Promise((resolve) => setTimeout(resolve, RECONNECT_TIMEOUT_MS));
  await Promise.race([restore(), timeout]);
}

async function loadBase(): Promise<Base> {
  const [mappings, contracts, website] = await Promise.all([
    call<ChainMapping[]>('/config/chainMapping', { silent: true }),
    call<Contract[]>('/config/contractAddressList', { silent: true }),
    call<Website>('/config/website', { silent: true }),
  ]);
  const named = (wanted: string) =>
    new Map<number, Address>(
      contracts
        .filter(({ name }) => name === wanted)
        .map(({ chainId, address }) => [chainId, getAddress(address)]),
    );
  announceDemoWallet();
  // For as long as the page is open, like the configuration.
  watchOwnNodes();
  const config = createWalletConfig(mappings, named('multicall'), named('gas_price_oracle'));
  const demo = await loadDemoWallet();
  const { walletConnectProjectId } = website;
  if (walletConnectProjectId && (await lastConnectorId(config)) === 'walletConnect') {
    const { addWalletConnect } = await import('@/components/wallet/connect/wallet-connect');
    await addWalletConnect(config, walletConnectProjectId);
  }
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
