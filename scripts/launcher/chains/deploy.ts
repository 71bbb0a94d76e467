import {
  type Address,
  encodeAbiParameters,
  erc20Abi,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  parseEther,
  parseUnits,
  zeroAddress,
} from 'viem';
import { type AnvilClient, demoAccount } from './anvil-client';
import { multicall3Code, uniswapCode } from './artifacts';
import { approve, deployOnce, mined } from './create2';
import { fundDemoAccounts, richHoldings } from './demo-accounts';
import {
  type DexContracts,
  deployDemoTokens,
  deployPlatform,
  type LocalContracts,
} from './platform-contracts';
import { fundPlatform } from './platform-funds';

const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)']);
const routerAbi = parseAbi([
  'function addLiquidity(address, address, uint256, uint256, uint256, uint256, address, uint256) returns (uint256, uint256, uint256)',
  'function addLiquidityETH(address, uint256, uint256, uint256, address, uint256) payable returns (uint256, uint256, uint256)',
]);

async function hasLiquidity(client: AnvilClient, factory: Address, one: Address, other: Address) {
  const pair = await client.readContract({
    address: factory,
    abi: factoryAbi,
    functionName: 'getPair',
    args: [one, other],
  });
  if (pair === zeroAddress) return false;
  return (await client.readContract({ address: pair, abi: erc20Abi, functionName: 'totalSupply' })) > 0n;
}

/**
 * Adds liquidity to each pool once. 1 ETH costs 2,500 test dollars, both test dollars have the same price, and 1 tTIDE
 * costs 0.05 test dollars, as in the presale.
 */
async function fillPools(client: AnvilClient, contracts: LocalContracts): Promise<void> {
  const { factory, router, weth, tUsdt, tDai, tTide } = contracts;
  const provider = client.account.address;

  for (const { token, amount } of [
    { token: tUsdt, amount: parseUnits('2500000', 6) },
    { token: tDai, amount: parseUnits('2500000', 18) },
  ]) {
    if (await hasLiquidity(client, factory, token, weth)) continue;
    await approve(client, token, router, amount);
    const hash = await client.writeContract({
      address: router,
      abi: routerAbi,
      functionName: 'addLiquidityETH',
      args: [token, amount, amount, 0n, provider, maxUint256],
      value: parseEther('1000'),
    });
    await mined(client, hash);
  }

  for (const { dollars, token, amount } of [
    { dollars: parseUnits('2000000', 6), token: tDai, amount: parseUnits('2000000', 18) },
    { dollars: parseUnits('500000', 6), token: tTide, amount: parseUnits('10000000', 18) },
  ]) {
    if (await hasLiquidity(client, factory, tUsdt, token)) continue;
    await approve(client, tUsdt, router, dollars);
    await approve(client, token, router, amount);
    const hash = await client.writeContract({
      address: router,
      abi: routerAbi,
      functionName: 'addLiquidity',
      args: [tUsdt, token, dollars, amount, dollars, amount, provider, maxUint256],
    });
    await mined(client, hash);
  }
}

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

async function setMulticall3(client: AnvilClient): Promise<void> {
  if (await client.getCode({ address: MULTICALL3 })) return;
  // A call without a recipient runs creation code and returns the code it would deploy.
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
 * Deploys the platform's contracts, Uniswap V2 with its pools, the test tokens, and Multicall3. Sends only the
 * transactions that are missing, so it can resume an interrupted start and is safe to repeat.
 * `cardOperator` posts card purchases.
 * @throws if a transaction reverts.
 */
export async function deployContracts(client: AnvilClient, cardOperator: Address): Promise<LocalContracts> {
  await setMulticall3(client);
  const dex = await deployDex(client);
  const tokens = await deployDemoTokens(client);
  const contracts = { ...dex, ...tokens, ...(await deployPlatform(client, tokens, cardOperator)) };
  await fillPools(client, contracts);
  return contracts;
}

/**
 * Deploys all contracts, funds and opens the platform's contracts, and gives demo accounts 1 to 5 more tokens than a
 * test can spend. Unless `cardOperator` is given, demo account 9 posts card purchases.
 */
export async function deployLocal(
  client: AnvilClient,
  cardOperator = demoAccount(9).address,
): Promise<LocalContracts> {
  const contracts = await deployContracts(client, cardOperator);
  await fundPlatform(client, contracts);
  await fundDemoAccounts(client, contracts, () => richHoldings);
  return contracts;
}
