import { type Address, encodeAbiParameters, parseAbiParameters, parseUnits } from 'viem';
import type { AnvilClient } from './anvil-client';
import { multicall3Code, ownCode, uniswapCode } from './artifacts';
import { deployOnce } from './create2';
import { fundDemoAccounts } from './demo-funds';
import { fillPools } from './pools';

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** Addresses on a local chain; the same on every chain, for they follow from the code. */
export interface LocalContracts {
  vault: Address;
  router: Address;
  factory: Address;
  multicall: Address;
  weth: Address;
  tUsdt: Address;
  tDai: Address;
}

async function setMulticall3(client: AnvilClient): Promise<void> {
  if (await client.getCode({ address: MULTICALL3 })) return;
  // A call without a receiver runs creation code and answers what it would deploy.
  const { data } = await client.call({ data: multicall3Code() });
  if (!data) throw new Error('Multicall3 gives no code');
  await client.setCode({ address: MULTICALL3, bytecode: data });
}

const tokenArguments = (name: string, symbol: string, decimals: number, owner: Address) =>
  encodeAbiParameters(parseAbiParameters('string, string, uint8, address, uint256'), [
    name,
    symbol,
    decimals,
    owner,
    parseUnits('1000000000', decimals),
  ]);

/**
 * Deploys the platform's contracts, Uniswap V2 with its pools, the test tokens and Multicall3, and funds the demo
 * accounts 1 to 5. Sends only what the chain does not have, so it repairs a start that was cut off and costs nothing
 * when repeated. Throws where a transaction reverts.
 */
export async function deployLocal(client: AnvilClient): Promise<LocalContracts> {
  const owner = client.account.address;
  const ownerArgument = encodeAbiParameters(parseAbiParameters('address'), [owner]);
  await setMulticall3(client);
  const factory = await deployOnce(client, await uniswapCode('core/build/UniswapV2Factory'), ownerArgument);
  const weth = await deployOnce(client, await uniswapCode('periphery/build/WETH9'));
  const router = await deployOnce(
    client,
    await uniswapCode('periphery/build/UniswapV2Router02'),
    encodeAbiParameters(parseAbiParameters('address, address'), [factory, weth]),
  );
  const tUsdt = await deployOnce(
    client,
    await ownCode('DemoToken'),
    tokenArguments('Test USDT', 'tUSDT', 6, owner),
  );
  const tDai = await deployOnce(
    client,
    await ownCode('DemoPermitToken'),
    tokenArguments('Test DAI', 'tDAI', 18, owner),
  );
  const vault = await deployOnce(client, await ownCode('Vault'), ownerArgument);
  const contracts = { vault, router, factory, multicall: MULTICALL3, weth, tUsdt, tDai } as const;
  await fillPools(client, contracts);
  await fundDemoAccounts(client, contracts);
  return contracts;
}
