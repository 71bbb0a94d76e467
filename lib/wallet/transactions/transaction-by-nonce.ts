import { type Address, type Client, isAddressEqual, keccak256, type Transaction, toHex } from 'viem';
import { getBlock, getBlockNumber, getTransactionCount } from 'viem/actions';

/** What names a transaction's call, whatever was paid for it: the hash of receiver, value and data. */
export const callHash = ({ to, value, input }: Pick<Transaction, 'to' | 'value' | 'input'>) =>
  keccak256(`${to ?? '0x'}${toHex(value, { size: 32 }).slice(2)}${input.slice(2)}`);

/**
 * The mined transaction that took an account's nonce; null where none has. It is looked for from the head backwards, in
 * ever larger steps, since many nodes keep the states of the latest blocks alone.
 * @throws what the node says, also where it no longer keeps the states that tell.
 */
export async function findByNonce(
  client: Client,
  address: Address,
  nonce: number,
): Promise<Transaction | null> {
  const isTaken = async (blockNumber: bigint) =>
    (await getTransactionCount(client, { address, blockNumber })) > nonce;
  let high = await getBlockNumber(client, { cacheTime: 0 });
  if (!(await isTaken(high))) return null;
  let low = high - 1n;
  while (low > 0n && (await isTaken(low))) {
    const step = (high - low) * 2n;
    high = low;
    low = low > step ? low - step : 0n;
  }
  while (high - low > 1n) {
    const middle = (high + low) / 2n;
    if (await isTaken(middle)) high = middle;
    else low = middle;
  }
  const { transactions } = await getBlock(client, { blockNumber: high, includeTransactions: true });
  return transactions.find((mined) => mined.nonce === nonce && isAddressEqual(mined.from, address)) ?? null;
}
