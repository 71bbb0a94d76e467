import { createWalletClient, erc20Abi, type Hash, type LocalAccount, parseUnits, publicActions } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { anvilHttp } from '@/scripts/launcher/chains/anvil-client';
import type { TestChain } from './plain-chains';

/** Returns a client for a test chain that sends transactions as `account`. */
export const senderOn = (chain: TestChain, account: LocalAccount) =>
  createWalletClient({
    account,
    chain: chain.client.chain,
    pollingInterval: 50,
    transport: anvilHttp(chain.rpcUrl),
  }).extend(publicActions);

/** Sends native currency (wei) to a vault, and returns the transaction hash once it is mined. */
export async function depositNative(
  chain: TestChain,
  account: LocalAccount,
  value: bigint,
  vault = chain.vault,
): Promise<Hash> {
  const sender = senderOn(chain, account);
  const hash = await sender.writeContract({
    address: vault,
    abi: vaultAbi,
    functionName: 'depositNative',
    value,
  });
  await sender.waitForTransactionReceipt({ hash });
  return hash;
}

/** Approves and deposits `amount` (token units, 6 decimals), and returns the deposit's hash once it is mined. */
export async function depositToken(
  chain: TestChain,
  account: LocalAccount,
  amount: string,
  token = chain.token,
): Promise<Hash> {
  const sender = senderOn(chain, account);
  const units = parseUnits(amount, 6);
  const approval = await sender.writeContract({
    address: token,
    abi: erc20Abi,
    functionName: 'approve',
    args: [chain.vault, units],
  });
  await sender.waitForTransactionReceipt({ hash: approval });
  const hash = await sender.writeContract({
    address: chain.vault,
    abi: vaultAbi,
    functionName: 'deposit',
    args: [token, units],
  });
  await sender.waitForTransactionReceipt({ hash });
  return hash;
}
