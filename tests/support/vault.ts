import { type Address, erc20Abi, parseUnits } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { chainClient, findContract, findToken } from './e2e-site';
import { fund } from './fund';

const vaultOn = (chainId: number) =>
  ({ address: findContract('vault_contract', chainId), abi: vaultAbi }) as const;

/** Returns an account's vault balance in base units. */
export function vaultBalance(account: Address, symbol: string, chainId: number) {
  const { address } = findToken(symbol, chainId);
  return chainClient(chainId).readContract({
    ...vaultOn(chainId),
    functionName: 'balanceOf',
    args: [account, address ?? NATIVE_TOKEN],
  });
}

/** Returns an account's wallet balance in base units. */
export function walletBalance(account: Address, symbol: string, chainId: number) {
  const { address } = findToken(symbol, chainId);
  const client = chainClient(chainId);
  if (!address) return client.getBalance({ address: account });
  return client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] });
}

/** Funds an account with a coin and deposits `amount` of it. The node signs for the account. */
export async function fillVault(account: Address, symbol: string, amount: string, chainId: number) {
  await fund(account, symbol, amount, chainId);
  const client = chainClient(chainId);
  const { address, decimals } = findToken(symbol, chainId);
  const value = parseUnits(amount, decimals);
  const vault = vaultOn(chainId);
  await client.impersonateAccount({ address: account });
  const mined = async (hash: `0x${string}`) =>
    client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
  if (!address) {
    await mined(await client.writeContract({ ...vault, account, functionName: 'depositNative', value }));
    return;
  }
  const args = [vault.address, value] as const;
  await mined(await client.writeContract({ address, abi: erc20Abi, account, functionName: 'approve', args }));
  const deposit = [address, value] as const;
  await mined(await client.writeContract({ ...vault, account, functionName: 'deposit', args: deposit }));
}
