import { erc20Abi, parseUnits } from 'viem';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { chainClient, findContract, findToken } from './e2e-site';
import type { InjectedWallet } from './injected-wallet';

/** Converts an amount of tTIDE to base units. */
export const tide = (amount: string) => parseUnits(amount, 18);

export const poolOn = (chainId: number) => ({
  client: chainClient(chainId),
  contract: { address: findContract('staking_contract', chainId), abi: stakingPoolAbi } as const,
  token: { address: findToken('tTIDE', chainId).address ?? '0x', abi: erc20Abi } as const,
});

/** Stakes directly on chain, without the page. */
export async function stakeOnChain({ account }: InjectedWallet, chainId: number, amount: bigint) {
  const { client, contract, token } = poolOn(chainId);
  const approval = await client.writeContract({
    ...token,
    account,
    functionName: 'approve',
    args: [contract.address, amount],
  });
  await client.waitForTransactionReceipt({ hash: approval, pollingInterval: 100 });
  // A fixed limit, because another stake in the same block changes what this one writes after its gas was estimated.
  const call = { ...contract, account, functionName: 'stake', args: [amount], gas: 500_000n } as const;
  const stake = await client.writeContract(call);
  const { status } = await client.waitForTransactionReceipt({ hash: stake, pollingInterval: 100 });
  if (status !== 'success') throw new Error(`the stake of ${amount} was reverted`);
}
