import { type Address, erc20Abi, maxUint256, parseAbi, parseEther, parseUnits, zeroAddress } from 'viem';
import type { AnvilClient } from './anvil-client';
import { mined } from './create2';
import type { LocalContracts } from './deploy';

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

/** Gives each pool its liquidity once: 1 ETH is 2,500 test dollars, and the test dollars are one another's equal. */
export async function fillPools(client: AnvilClient, contracts: LocalContracts): Promise<void> {
  const { factory, router, weth, tUsdt, tDai } = contracts;
  const provider = client.account.address;
  const approve = async (token: Address, amount: bigint) =>
    mined(
      client,
      await client.writeContract({
        address: token,
        abi: erc20Abi,
        functionName: 'approve',
        args: [router, amount],
      }),
    );

  for (const { token, amount } of [
    { token: tUsdt, amount: parseUnits('2500000', 6) },
    { token: tDai, amount: parseUnits('2500000', 18) },
  ]) {
    if (await hasLiquidity(client, factory, token, weth)) continue;
    await approve(token, amount);
    const hash = await client.writeContract({
      address: router,
      abi: routerAbi,
      functionName: 'addLiquidityETH',
      args: [token, amount, amount, 0n, provider, maxUint256],
      value: parseEther('1000'),
    });
    await mined(client, hash);
  }

  if (await hasLiquidity(client, factory, tUsdt, tDai)) return;
  const [usdt, dai] = [parseUnits('2000000', 6), parseUnits('2000000', 18)];
  await approve(tUsdt, usdt);
  await approve(tDai, dai);
  const hash = await client.writeContract({
    address: router,
    abi: routerAbi,
    functionName: 'addLiquidity',
    args: [tUsdt, tDai, usdt, dai, usdt, dai, provider, maxUint256],
  });
  await mined(client, hash);
}
