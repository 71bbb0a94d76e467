import { announceProvider, type EIP6963ProviderDetail } from 'mipd';
import { announcedConnector } from '@/components/wallet/connect/announced-connector';
import type { ChainMapping } from '@/lib/api/types';
import { createWalletConfig } from '@/lib/chain/wallet-config';

const chain: ChainMapping = {
  id: 31337,
  name: 'Chain',
  nativeSymbol: 'ETH',
  browserAddress: 'https://explorer.invalid/',
  browserTx: 'https://explorer.invalid/',
  rpcUrl: 'https://node.invalid',
  testnet: true,
};

const detail = (uuid: string): EIP6963ProviderDetail => ({
  info: { uuid, name: 'Harbour', rdns: 'test.harbour', icon: 'data:image/png,' },
  provider: { request: async () => [], on: () => {}, removeListener: () => {} } as never,
});

test('WAL-1 the connector is that of the very wallet that was chosen, also where another carries its name', async () => {
  const [first, second] = [detail('1'), detail('2')];
  const stops = [announceProvider(first)];
  const config = createWalletConfig([chain], new Map());
  stops.push(announceProvider(second));

  const chosen = await announcedConnector(config, second);
  expect(await chosen.getProvider()).toBe(second.provider);
  expect(await (await announcedConnector(config, first)).getProvider()).toBe(first.provider);
  // A second login finds it again.
  expect(await announcedConnector(config, second)).toBe(chosen);
  expect(config.connectors).toContain(chosen);
  for (const stop of stops) stop?.();
});
