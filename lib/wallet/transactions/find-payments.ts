import { type Client, erc20Abi, type Hash, isAddressEqual } from 'viem';
import { getTransactionCount } from 'viem/actions';
import type { Config } from 'wagmi';
import { getContractEvents } from 'wagmi/actions';
import { NATIVE_TOKEN } from '@/lib/evm/native-token';
import type { Asked } from './attempts';
import { findByNonce } from './transaction-by-nonce';

/** Transactions of the account that are looked through: a wallet that was asked once sends few in half an hour. */
const MAX_LOOKED = 10;

/** Among what the account sent since the wallet was asked: a chain logs nothing of its own coin. */
async function findCoinTransfers(
  client: Client,
  { account, recipient, amountRaw, fromBlock }: Asked,
): Promise<Hash[]> {
  const [first, next] = await Promise.all([
    getTransactionCount(client, { address: account, blockNumber: BigInt(fromBlock) }),
    getTransactionCount(client, { address: account }),
  ]);
  const nonces = Array.from({ length: Math.min(next - first, MAX_LOOKED) }, (_, index) => first + index);
  const sent = await Promise.all(nonces.map((nonce) => findByNonce(client, account, nonce)));
  return sent.flatMap((found) =>
    found?.to &&
    recipient &&
    isAddressEqual(found.to, recipient) &&
    found.value === BigInt(amountRaw) &&
    found.input === '0x'
      ? found.hash
      : [],
  );
}

/** The transactions that made a payment. @throws where the chain does not answer. */
export async function findPayments(config: Config, attempt: Asked): Promise<Hash[]> {
  const { chainId, account, token = NATIVE_TOKEN, recipient, amountRaw, fromBlock } = attempt;
  if (token === NATIVE_TOKEN) return findCoinTransfers(config.getClient({ chainId }), attempt);
  const moves = await getContractEvents(config, {
    chainId,
    address: token,
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { from: account, ...(recipient ? { to: recipient } : {}) },
    fromBlock: BigInt(fromBlock),
  });
  return moves
    .filter(({ args }) => args.value === BigInt(amountRaw))
    .map(({ transactionHash }) => transactionHash);
}
