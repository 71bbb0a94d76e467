import { type Address, maxUint256, parseAbi, zeroAddress } from 'viem';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { approve } from '@/scripts/launcher/chains/create2';
import type { LocalContracts } from '@/scripts/launcher/chains/platform-contracts';
import { senderOn } from './api-deposit';
import type { TestChain } from './plain-chains';

const routerAbi = parseAbi([
  'function addLiquidity(address, address, uint256, uint256, uint256, uint256, address, uint256) returns (uint256, uint256, uint256)',
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable returns (uint256[])',
]);

/** Creates a pool of two tokens with these amounts (base units), from the account that deployed the contracts. */
export async function createPool(
  { client, contracts }: TestChain,
  amountsOf: (contracts: LocalContracts) => [Address, bigint][],
): Promise<void> {
  if (!contracts) throw new Error('the chain has no router');
  const [[one, oneAmount] = [zeroAddress, 0n], [other, otherAmount] = [zeroAddress, 0n]] =
    amountsOf(contracts);
  await approve(client, one, contracts.router, oneAmount);
  await approve(client, other, contracts.router, otherAmount);
  const hash = await client.writeContract({
    address: contracts.router,
    abi: routerAbi,
    functionName: 'addLiquidity',
    args: [one, other, oneAmount, otherAmount, 0n, 0n, client.account.address, maxUint256],
  });
  await client.waitForTransactionReceipt({ hash });
}

/** Sells native currency (wei) for a token, which lowers the native currency's price in that pool. */
export async function sellNative(
  chain: TestChain,
  value: bigint,
  tokenOf: (contracts: LocalContracts) => Address,
): Promise<void> {
  const { contracts } = chain;
  if (!contracts) throw new Error('the chain has no pools');
  const account = demoAccount(1);
  const sender = senderOn(chain, account);
  const hash = await sender.writeContract({
    address: contracts.router,
    abi: routerAbi,
    functionName: 'swapExactETHForTokens',
    args: [0n, [contracts.weth, tokenOf(contracts)], account.address, maxUint256],
    value,
  });
  await sender.waitForTransactionReceipt({ hash });
}
