import type { EIP6963ProviderDetail } from 'mipd';
import type { Config, Connector } from 'wagmi';

/**
 * wagmi's connector of a wallet that announced itself. It is found by its provider and not by its name alone, which
 * another wallet may carry too; wagmi keeps one wallet of a name, so that a further one gets a connector here.
 */
export async function announcedConnector(config: Config, wallet: EIP6963ProviderDetail): Promise<Connector> {
  for (const connector of config.connectors)
    if (connector.id === wallet.info.rdns && connector.type === 'injected')
      if ((await connector.getProvider()) === wallet.provider) return connector;
  const { setup, providerDetailToConnector, setState } = config._internal.connectors;
  const connector = setup(providerDetailToConnector(wallet));
  setState((connectors) => [...connectors, connector]);
  return connector;
}
