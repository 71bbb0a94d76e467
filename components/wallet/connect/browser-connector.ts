import type { Address } from 'viem';
import { type Config, type Connector, injected } from 'wagmi';
import type { BrowserWallet } from './browser-wallet';

/** wagmi connectors by wallet. Not keyed by ID, because two wallets can have the same ID. */
const connectors = new WeakMap<Config, WeakMap<BrowserWallet, Connector>>();

/**
 * Returns the wagmi connector for a browser wallet, creating the connector if necessary. It isn't listed in the
 * configuration, because wagmi lets listed wallets connect themselves, even if they weren't asked.
 */
export function browserConnector(config: Config, wallet: BrowserWallet): Connector {
  const byWallet = connectors.get(config) ?? new WeakMap<BrowserWallet, Connector>();
  connectors.set(config, byWallet);
  const known = byWallet.get(wallet);
  if (known) return known;
  const { id, name, icon, provider } = wallet;
  const target = { id, name: name ?? 'Browser wallet', icon: icon ?? undefined, provider };
  const connector = config._internal.connectors.setup(injected({ target }));
  byWallet.set(wallet, connector);
  return connector;
}

/**
 * Makes a wallet's answer the page's connection. wagmi's `connect` does the same, but before the page can ignore a late
 * answer, or one without an account.
 */
export function adoptConnection(
  config: Config,
  connector: Connector,
  answer: { accounts: readonly [Address, ...Address[]]; chainId: number },
): void {
  const { connect, change, disconnect } = config._internal.events;
  connector.emitter.off('connect', connect);
  connector.emitter.on('change', change);
  connector.emitter.on('disconnect', disconnect);
  config.setState((state) => ({
    ...state,
    connections: new Map(state.connections).set(connector.uid, { ...answer, connector }),
    current: connector.uid,
    status: 'connected',
  }));
}

/** Returns whether a wallet shares at least one account. */
export const hasAccount = (accounts: readonly Address[]): accounts is readonly [Address, ...Address[]] =>
  accounts.length > 0;
