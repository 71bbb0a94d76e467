import { type Account, type Address, erc20Abi, parseEther, parseUnits } from 'viem';
import { chainClient, E2E_DATA_DIR, FUNDER, findToken } from './e2e-site';

/** Gives an account 10 units of native currency and `amount` of a token. */
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
  await transfer(client, FUNDER, { address, to: account, value: parseUnits(amount, decimals) });
}

async function transfer(
  client: ReturnType<typeof chainClient>,
  from: Account | Address,
  { address, to, value }: { address: Address; to: Address; value: bigint },
) {
  const hash = await client.writeContract({
    ...{ account: from, address, abi: erc20Abi },
    ...{ functionName: 'transfer', args: [to, value] },
  });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
}

/** Pays somebody from an account's wallet without any page, as from another device. */
export async function transferOnChain(
  from: Account,
  to: Address,
  symbol: string,
  amount: string,
  chainId: number,
) {
  const { address, decimals } = findToken(symbol, chainId);
  if (!address) throw new Error(`${symbol} is no contract on chain ${chainId}`);
  await transfer(chainClient(chainId), from, { address, to, value: parseUnits(amount, decimals) });
}
