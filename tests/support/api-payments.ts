import { erc20Abi, type Hash, type LocalAccount, maxUint256, parseUnits } from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import type { LocalContracts } from '@/scripts/launcher/chains/platform-contracts';
import { senderOn } from './api-deposit';
import type { TestChain } from './plain-chains';

/** Returns a chain's contracts, which it has if the backend was started with `pools`. */
export function contractsOf(chain: TestChain): LocalContracts {
  if (!chain.contracts) throw new Error('the chain has no contracts');
  return chain.contracts;
}

/** Lets the pledge contract take all test dollars of the account. */
export async function approvePledges(chain: TestChain, account: LocalAccount): Promise<void> {
  const { pledge: spender, tUsdt } = contractsOf(chain);
  const sender = senderOn(chain, account);
  const call = { abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] } as const;
  const hash = await sender.writeContract({ address: tUsdt, ...call });
  await sender.waitForTransactionReceipt({ hash });
}

/** Pledges test dollars (token units) for the first term, and returns the transaction hash once it is mined. */
export async function pledge(chain: TestChain, account: LocalAccount, amount: string): Promise<Hash> {
  const sender = senderOn(chain, account);
  const call = { abi: pledgeAbi, functionName: 'pledge', args: [0n, parseUnits(amount, 6)] } as const;
  const hash = await sender.writeContract({ address: contractsOf(chain).pledge, ...call });
  await sender.waitForTransactionReceipt({ hash });
  return hash;
}

/** Contributes native currency (wei) to the presale, and returns the transaction hash once it is mined. */
export async function contribute(chain: TestChain, account: LocalAccount, value: bigint): Promise<Hash> {
  const sender = senderOn(chain, account);
  const call = { abi: presaleAbi, functionName: 'contributeNative', value } as const;
  const hash = await sender.writeContract({ address: contractsOf(chain).presale, ...call });
  await sender.waitForTransactionReceipt({ hash });
  return hash;
}
