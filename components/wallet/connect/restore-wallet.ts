import type { EIP1193Provider } from 'viem';
import type { Config, Connector } from 'wagmi';
import { getConnection } from 'wagmi/actions';
import { create } from 'zustand';
import { useSession } from '@/lib/session/session';
import { isSignInMarked } from '@/lib/session/sign-in-mark';
import { adoptConnection, browserConnector, hasAccount } from './browser-connector';
import { findBrowserWallets, useBrowserWallets } from './browser-wallets';
import { NoAccountError } from './connect-wallet';

type Absence = {
  /** The wallet isn't in this browser yet, hasn't answered yet, or shares no account (it's locked). */
  reason: 'missing' | 'asked' | 'locked';
  /** The wallet that was used last, once it's there. */
  wallet: { id: string; name: string } | null;
};

/** Why the session's wallet isn't connected. Only meaningful if it isn't. */
export const useWalletAbsence = create<Absence>(() => ({ reason: 'missing', wallet: null }));

/** Returns whether the user is signed in without a connected wallet. */
export const isWalletMissing = (config: Config): boolean =>
  useSession.getState().token !== null && getConnection(config).status !== 'connected';

/** Returns whether a session, or a sign-in that a reload interrupted, has no connected wallet. */
const isWanted = (config: Config): boolean =>
  isWalletMissing(config) || (isSignInMarked() && getConnection(config).status !== 'connected');

/** Returns the ID of the connector that was used last, or null if it isn't known. */
export async function lastConnectorId(config: Config): Promise<string | null> {
  try {
    return (await config.storage?.getItem('recentConnectorId')) ?? null;
  } catch {
    // An entry that can't be parsed counts as none.
    return null;
  }
}

/**
 * Returns the connectors of the wallet that was used last, or of every wallet if that isn't known. Several wallets can
 * claim the same ID. No other wallet is asked, because its account would end the session.
 */
async function lastUsed(config: Config): Promise<readonly Connector[]> {
  const lastId = await lastConnectorId(config);
  const { announced, legacy } = useBrowserWallets.getState();
  const isLast = ({ id }: { id: string }) => lastId === null || id === lastId;
  const wallets = [...announced, ...legacy].filter(isLast);
  return [...wallets.map((wallet) => browserConnector(config, wallet)), ...config.connectors.filter(isLast)];
}

const isBrowserWallet = ({ type }: Connector) => type === 'injected';

/** Asks a wallet once for the accounts that it shares, without a prompt, and adopts its answer if it's still wanted. */
async function ask(config: Config, connector: Connector): Promise<void> {
  const { id, name } = connector;
  const wallet = { id, name };
  // Keep the page's text for a locked wallet while it is asked again.
  if (useWalletAbsence.getState().reason !== 'locked') useWalletAbsence.setState({ reason: 'asked', wallet });
  try {
    // WalletConnect would start a new session. A browser wallet only reads its accounts.
    if (isBrowserWallet(connector) || (await connector.isAuthorized())) {
      const { accounts, chainId } = await connector.connect({ isReconnecting: true });
      // By now, the user may have signed out, or connected another wallet.
      if (isWanted(config) && hasAccount(accounts))
        return adoptConnection(config, connector, { accounts, chainId });
    }
  } catch {
    // A wallet that can't answer is as absent as a locked one. If the user retries, its error is shown.
  }
  useWalletAbsence.setState({ reason: 'locked', wallet });
}

/** Requests that wallets haven't answered yet. */
const asking = new WeakMap<Connector, Promise<void>>();
const watched = new WeakSet<Connector>();

/** Asks again when the wallet emits an event, as a wallet does that was unlocked. wagmi listens only once connected. */
async function watch(config: Config, connector: Connector): Promise<void> {
  if (watched.has(connector) || !isBrowserWallet(connector)) return;
  watched.add(connector);
  const provider = (await connector.getProvider()) as Partial<EIP1193Provider>;
  for (const event of ['accountsChanged', 'connect'] as const)
    provider.on?.(event, () => {
      // A question from before the event may be answered by what was true then.
      asking.delete(connector);
      restoreIfMissing(config);
    });
}

/**
 * Restores the connection to the wallet that was used last, if it's there and shares an account. Resolves when each
 * wallet that was asked has answered.
 */
export async function restoreWallet(config: Config): Promise<void> {
  const connectors = await lastUsed(config);
  if (connectors.length === 0) useWalletAbsence.setState({ reason: 'missing', wallet: null });
  const answers = connectors.map((connector) => {
    const request = asking.get(connector) ?? ask(config, connector).finally(() => asking.delete(connector));
    asking.set(connector, request);
    return Promise.all([request, watch(config, connector)]);
  });
  await Promise.all(answers);
}

/** Restores the wallet of a signed-in tab that has none. */
export function restoreIfMissing(config: Config): void {
  if (isWalletMissing(config)) void restoreWallet(config);
}

/**
 * Looks for the wallet again, and asks it to unlock or to share its account, which opens its window. A request that it
 * hasn't answered doesn't count any more.
 * @throws the wallet's error, or NoAccountError if it shares no account.
 */
export async function retryWallet(config: Config): Promise<void> {
  findBrowserWallets();
  const connectors = await lastUsed(config);
  for (const connector of connectors) asking.delete(connector);
  const [connector, ...others] = connectors;
  if (connector && others.length === 0 && isBrowserWallet(connector)) {
    const provider = (await connector.getProvider()) as EIP1193Provider;
    const accounts = await provider.request({ method: 'eth_requestAccounts' });
    if (!hasAccount(accounts)) throw new NoAccountError();
  }
  await restoreWallet(config);
}
