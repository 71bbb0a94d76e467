import { type ChainsFile, chainsFileSchema } from '@/lib/evm/chains-file';
import { routes } from '@/lib/routes';
import type { LocalContracts } from './platform-contracts';

/** A local chain with its addresses. */
export interface DeployedChain {
  id: number;
  name: string;
  rpcUrl: string;
  contracts: LocalContracts;
}

/** Returns the chains file for local chains. The site itself, at `origin`, is their block explorer. */
export function localChainsFile(chains: readonly DeployedChain[], origin: string): ChainsFile {
  const explorer = (id: number) => `${origin}${routes.transaction}?chainId=${id}`;
  const tokens = (decimals: number, addressOf: (contracts: LocalContracts) => string | null) =>
    chains.map(({ id, contracts }) => ({ chainId: id, address: addressOf(contracts), decimals }));
  return chainsFileSchema.parse({
    chains: chains.map(({ id, name, rpcUrl, contracts }) => ({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrl,
      browserAddress: `${explorer(id)}&address=`,
      browserTx: `${explorer(id)}&hash=`,
      testnet: true,
      confirmations: 1,
      contracts: {
        vault_contract: contracts.vault,
        staking_contract: contracts.staking,
        presale_contract: contracts.presale,
        pledge_contract: contracts.pledge,
        card_contract: contracts.card,
        router_contract: contracts.router,
        multicall: contracts.multicall,
      },
    })),
    coins: [
      {
        id: 1,
        symbol: 'ETH',
        name: 'Ether',
        icon: '/coins/eth.svg',
        sort: 1,
        tokens: tokens(18, () => null),
      },
      {
        id: 2,
        symbol: 'tUSDT',
        name: 'Test USDT',
        icon: '/coins/usdt.svg',
        sort: 2,
        tokens: tokens(6, ({ tUsdt }) => tUsdt),
      },
      {
        id: 3,
        symbol: 'tDAI',
        name: 'Test DAI',
        icon: '/coins/dai.svg',
        sort: 3,
        tokens: tokens(18, ({ tDai }) => tDai),
      },
      {
        id: 4,
        symbol: 'WETH',
        name: 'Wrapped Ether',
        icon: '/coins/weth.svg',
        sort: 4,
        tokens: tokens(18, ({ weth }) => weth),
      },
      {
        id: 5,
        symbol: 'tTIDE',
        name: 'Test Tidewell',
        icon: '/coins/tide.svg',
        sort: 5,
        tokens: tokens(18, ({ tTide }) => tTide),
      },
    ],
  });
}
