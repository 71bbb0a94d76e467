import { type Address, erc20Abi, maxUint256, parseAbi, parseEther, parseUnits, zeroAddress } from 'viem';
import type { AnvilClient } from './anvil-client';
import { approve } from './approve';
import { mined } from './create2';
import type { LocalContracts } from './platform-contracts';

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
 * Gives each pool its liquidity once: 1 ETH is 2,500 test dollars, the test dollars are one another's equal, and 1 tTIDE is
 * 0.05 of them, as in the presale.
 */
export async function fillPools(client: AnvilClient, contracts: LocalContracts): Promise<void> {
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
