import { type Address, formatTransactionRequest, type Hash, isHash, type TransactionRequest } from 'viem';
import type { Config } from 'wagmi';
import { getConnectorClient } from 'wagmi/actions';
import { MaybeSentError } from '@/lib/evm/errors';

/**
 * Asks the connected wallet once to sign and send a transaction (`eth_sendTransaction`), and returns its hash. Not with
 * wagmi's `sendTransaction`: if the wallet answers with code -32000, -32601, -32602 or -32004, viem asks it again with
 * `wallet_sendTransaction`, although it may have published the transaction ("already known" has code -32000).
 * @throws the wallet's error, wagmi's if the wallet uses another account or chain, or MaybeSentError if the answer is
 * no hash.
 */
export async function requestTransaction(
  config: Config,
  { account, chainId, ...transaction }: TransactionRequest & { account: Address; chainId: number },
): Promise<Hash> {
  const client = await getConnectorClient(config, { account, chainId });
  const params = formatTransactionRequest({ ...transaction, from: account });
  const hash: unknown = await client.request(
    { method: 'eth_sendTransaction', params: [params] },
    { retryCount: 0 },
  );
  if (typeof hash === 'string' && isHash(hash)) return hash;
  throw new MaybeSentError({ cause: new TypeError('the wallet answered no hash') });
}
