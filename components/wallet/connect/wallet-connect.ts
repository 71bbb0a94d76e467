import type { Config } from 'wagmi';
import { getConnection, watchConnection } from 'wagmi/actions';

/** Maximum wait for a pairing URI from WalletConnect's relay. */
const WALLETCONNECT_TIMEOUT_MS = 15_000;

/** This is the only file that imports @web3modal/wagmi, so that the library can be replaced easily. */

/** Adds the WalletConnect connector once. Must run before a stored connection is restored. */
export async function addWalletConnect(config: Config, projectId: string) {
  const known = config.connectors.find(({ id }) => id === 'walletConnect');
  if (known) return known;
  const { walletConnect } = await import('wagmi/connectors/walletConnect');
  const connector = config._internal.connectors.setup(walletConnect({ projectId, showQrModal: false }));
  config._internal.connectors.setState((connectors) => [...connectors, connector]);
  return connector;
}

/**
 * Opens the WalletConnect modal and waits for a wallet to connect.
 * @throws DOMException `TimeoutError` if the relay returns no pairing URI within WALLETCONNECT_TIMEOUT_MS, or
 * `AbortError` if the visitor closes the modal.
 */
export async function openWalletConnect(config: Config, projectId: string): Promise<void> {
  const [{ createWeb3Modal }, connector] = await Promise.all([
    import('@web3modal/wagmi'),
    addWalletConnect(config, projectId),
  ]);
  const modal = createWeb3Modal({
    wagmiConfig: config,
    projectId,
    enableAnalytics: false,
    enableOnramp: false,
  });
  const stops: (() => void)[] = [];
  try {
    await modal.open({ view: 'Connect' });
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new DOMException('no pairing URI', 'TimeoutError')),
        WALLETCONNECT_TIMEOUT_MS,
      );
      stops.push(() => clearTimeout(timer));
      const onMessage = ({ type }: { type: string }) => {
        if (type === 'display_uri') clearTimeout(timer);
      };
      connector.emitter.on('message', onMessage);
      stops.push(() => connector.emitter.off('message', onMessage));
      stops.push(
        watchConnection(config, { onChange: ({ isConnected }) => isConnected && resolve() }),
        modal.subscribeState(({ open }) => {
          if (!open && !getConnection(config).isConnected) reject(new DOMException('closed', 'AbortError'));
        }),
      );
    });
  } finally {
    for (const stop of stops) stop();
    await modal.close();
  }
}
