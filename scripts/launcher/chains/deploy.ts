import { encodeAbiParameters, parseAbiParameters } from 'viem';
import type { AnvilClient } from './anvil-client';
import { multicall3Code, uniswapCode } from './artifacts';
import { deployOnce } from './create2';
import { fundDemoAccounts } from './demo-funds';
import { deployDemoTokens } from './demo-tokens';
import { type DexContracts, deployPlatform, type LocalContracts } from './platform-contracts';
import { fundPlatform } from './platform-funds';
import { fillPools } from './pools';

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

async function setMulticall3(client: AnvilClient): Promise<void> {
  if (await client.getCode({ address: MULTICALL3 })) return;
  // A call without a receiver runs creation code and answers what it would deploy.
  const { data } = await client.call({ data: multicall3Code() });
  if (!data) throw new Error('Multicall3 gives no code');
  await client.setCode({ address: MULTICALL3, bytecode: data });
}

async function deployDex(client: AnvilClient): Promise<DexContracts> {
  const feeOwner = encodeAbiParameters(parseAbiParameters('address'), [client.account.address]);
  const factory = await deployOnce(client, await uniswapCode('core/build/UniswapV2Factory'), feeOwner);
  const weth = await deployOnce(client, await uniswapCode('periphery/build/WETH9'));
  const router = await deployOnce(
    client,
    await uniswapCode('periphery/build/UniswapV2Router02'),
    encodeAbiParameters(parseAbiParameters('address, address'), [factory, weth]),
  );
  return { router, factory, weth, multicall: MULTICALL3 };
}

/**
 * Deploys the platform's contracts, Uniswap V2 with its pools, the test tokens and Multicall3, funds the contracts and
 * the demo accounts 1 to 5. Sends only what the chain does not have, so it repairs a start that was cut off and costs
 * nothing when repeated. Throws where a transaction reverts.
 */
export async function deployLocal(client: AnvilClient): Promise<LocalContracts> {
  await setMulticall3(client);
  const dex = await deployDex(client);
  const tokens = await deployDemoTokens(client);
  const contracts = { ...dex, ...tokens, ...(await deployPlatform(client, tokens)) };
  await fillPools(client, contracts);
  await fundPlatform(client, contracts);
  await fundDemoAccounts(client, contracts);
  return contracts;
}
