import { type Config, type Connector, injected } from 'wagmi';
import type { BrowserWallet } from '@/components/wallet/door/browser-wallet';
import { offeredWallets, useBrowserWallets } from '@/components/wallet/door/browser-wallets';

/** By the wallet and not by its id, which another wallet can have as well. */
const connectors = new WeakMap<BrowserWallet, Connector>();

/** Returns wagmi's connector of a wallet of this browser, always the same one. */
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

/** Gives wagmi a connector for each wallet of this browser, now and when another one appears. */
export function followBrowserWallets(config: Config): void {
  const add = () => {
    for (const wallet of offeredWallets(useBrowserWallets.getState())) browserConnector(config, wallet);
  };
  add();
  useBrowserWallets.subscribe(add);
}
