import { type Address, erc20Abi, parseUnits } from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { chainClient, findContract, findToken } from './e2e-site';
import type { InjectedWallet } from './injected-wallet';

/** Test dollars in base units. */
export const usdt = (amount: string) => parseUnits(amount, 6);

export const pledgesOn = (chainId: number) => ({
  client: chainClient(chainId),
  contract: { address: findContract('pledge_contract', chainId), abi: pledgeAbi } as const,
  token: { address: findToken('tUSDT', chainId).address ?? ('0x' as Address), abi: erc20Abi } as const,
});

/** All pledges of the wallet's account, as the contract keeps them. */
export function pledgesOf({ address }: InjectedWallet, chainId: number) {
  const { client, contract } = pledgesOn(chainId);
  return client.readContract({ ...contract, functionName: 'positionsOf', args: [address, 0n, 50n] });
}

/** Pledges test dollars past the pages. */
export async function pledgeOnChain(
  { account }: InjectedWallet,
  chainId: number,
  termId: bigint,
  amount: bigint,
) {
  const { client, contract, token } = pledgesOn(chainId);
  const approve = { ...token, functionName: 'approve', args: [contract.address, amount] } as const;
  const approval = await client.writeContract({ ...approve, account });
  await client.waitForTransactionReceipt({ hash: approval, pollingInterval: 100 });
  const hash = await client.writeContract({
    ...contract,
    account,
    functionName: 'pledge',
    args: [termId, amount],
  });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
}
