import { type Address, maxUint256, parseAbi } from 'viem';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import type { LocalContracts } from '@/scripts/launcher/chains/platform-contracts';
import { senderOn } from './api-deposit';
import type { TestChain } from './plain-chains';

const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable returns (uint256[])',
]);

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
