import { type Address, erc20Abi, maxUint256, parseAbi, parseEther, parseUnits } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import type { LocalContracts } from '@/scripts/launcher/chains/platform-contracts';
import type { TestChain } from './api-backend';
import { senderOn } from './api-deposit';
import { chainClient, E2E_DATA_DIR, FUNDER, findContract, findToken } from './e2e-site';

/** Gives an account 10 of the chain's own coin and `amount` of a token. */
export async function fund(
  account: Address,
  symbol: string,
  amount: string,
  chainId: number,
  dataDir = E2E_DATA_DIR,
) {
  const client = chainClient(chainId, dataDir);
  await client.setBalance({ address: account, value: parseEther('10') });
  const { address, decimals } = findToken(symbol, chainId, dataDir);
  if (!address) return;
  const hash = await client.writeContract({
    account: FUNDER,
    address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [account, parseUnits(amount, decimals)],
  });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
}

const vaultOn = (chainId: number) =>
  ({ address: findContract('vault_contract', chainId), abi: vaultAbi }) as const;

/** What the vault holds for an account, in base units. */
export function vaultBalance(account: Address, symbol: string, chainId: number) {
  const { address } = findToken(symbol, chainId);
  return chainClient(chainId).readContract({
    ...vaultOn(chainId),
    functionName: 'balanceOf',
    args: [account, address ?? NATIVE_TOKEN],
  });
}

/** What an account holds itself, in base units. */
export function walletBalance(account: Address, symbol: string, chainId: number) {
  const { address } = findToken(symbol, chainId);
  const client = chainClient(chainId);
  if (!address) return client.getBalance({ address: account });
  return client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] });
}

/** Has an account deposit `amount` of a coin that it is given before; the node signs for it. */
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

const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable returns (uint256[])',
]);

/** Sells native currency (wei) for a token: in that pool its price falls. */
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
