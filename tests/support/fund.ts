import { type Address, erc20Abi, parseEther, parseUnits } from 'viem';
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
  const hash = await client.writeContract({
    account: FUNDER,
    address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [account, parseUnits(amount, decimals)],
  });
  await client.waitForTransactionReceipt({ hash, pollingInterval: 100 });
}
