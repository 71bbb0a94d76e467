import {
  type Client,
  concat,
  encodeAbiParameters,
  type Hash,
  hashDomain,
  keccak256,
  parseAbi,
  parseAbiParameters,
  stringToHex,
  zeroAddress,
} from 'viem';
import { getBlockNumber, getLogs, readContract } from 'viem/actions';
import { scanLogs } from '@/lib/evm/scan-logs';
import { type LedgerEntry, type SafeProposal, walletHashes } from './ledger-entry';
import { indexedSafeEvents, safeEvents } from './outcome';
import { unlessRefused } from './read-transactions';

/** How many proposals may wait in a Safe before the one that is looked for. */
const MAX_WAITING = 50;

const nonceAbi = parseAbi(['function nonce() view returns (uint256)']);
const TYPE_HASH = keccak256(
  stringToHex(
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
  ),
);
const txParameters = parseAbiParameters(
  'bytes32, address, uint256, bytes32, uint8, uint256, uint256, uint256, address, address, uint256',
);

/** Reads a Safe's next nonce. Null if the account isn't a Safe, or the node has pruned that state. @throws if it doesn't answer. */
async function readNonce(
  client: Client,
  { account: address }: LedgerEntry,
  blockNumber: bigint,
): Promise<number | null> {
  const contract = { address, abi: nonceAbi, functionName: 'nonce', blockNumber } as const;
  const nonce = await unlessRefused(readContract(client, contract), null);
  return nonce !== null && nonce <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(nonce) : null;
}

/** Returns a function that returns the hashes (EIP-712) of the entry's call as a Safe's transaction: since 1.3.0, and before. */
function hasher({
  account,
  chainId,
  request: { to, parts },
}: LedgerEntry): ((nonce: number) => Hash[]) | null {
  if (!parts) return null;
  const verifyingContract = account;
  const address = { name: 'verifyingContract', type: 'address' } as const;
  const domains = [
    hashDomain({
      domain: { chainId: BigInt(chainId), verifyingContract },
      types: { EIP712Domain: [{ name: 'chainId', type: 'uint256' }, address] },
    }),
    hashDomain({ domain: { verifyingContract }, types: { EIP712Domain: [address] } }),
  ];
  const { value, dataHash } = parts;
  return (nonce) => {
    const call = [TYPE_HASH, to, BigInt(value), dataHash, 0] as const;
    const noRefund = [0n, 0n, 0n, zeroAddress, zeroAddress] as const;
    const struct = keccak256(encodeAbiParameters(txParameters, [...call, ...noRefund, BigInt(nonce)]));
    return domains.map((domain) => keccak256(concat(['0x1901', domain, struct])));
  };
}

/**
 * Returns the nonce of a Safe's proposal by the hash that its wallet returned, which shows that it's the requested call. Null
 * for another kind of account, a batch, or a hash that also depends on a refund for gas.
 * @throws if the node doesn't answer.
 */
export async function readProposal(client: Client, entry: LedgerEntry): Promise<SafeProposal | null> {
  const known = walletHashes(entry).map((hash) => hash.toLowerCase());
  const hashesAt = hasher(entry);
  if (known.length === 0 || !hashesAt) return null;
  const first = await readNonce(client, entry, BigInt(entry.request.fromBlock));
  if (first === null) return null;
  for (let nonce = first; nonce < first + MAX_WAITING; nonce += 1)
    if (hashesAt(nonce).some((hash) => known.includes(hash))) return { nonce, first };
  return null;
}

/**
 * Returns the transaction by which a Safe executed something else with a proposal's nonce, such as a rejection, so that the
 * proposal can't be executed anymore. Each execution emits one event, in the order of the nonces. Null if there is none, or the
 * node doesn't show all of them.
 * @throws if the node doesn't answer.
 */
export async function findReplacement(
  client: Client,
  entry: LedgerEntry,
  { nonce, first }: SafeProposal,
): Promise<Hash | null> {
  const head = await getBlockNumber(client, { cacheTime: 0 });
  const next = await readNonce(client, entry, head);
  if (next === null || next <= nonce) return null;
  const floor = BigInt(entry.request.fromBlock) + 1n;
  const { logs, reached } = await scanLogs(
    (range) =>
      getLogs(client, {
        ...range,
        strict: true,
        address: entry.account,
        events: [...safeEvents, ...indexedSafeEvents],
      }),
    { toBlock: head, floor },
  );
  if (reached > floor || logs.length !== next - first) return null;
  const ordered = logs.toSorted(
    (one, other) => Number(one.blockNumber - other.blockNumber) || one.logIndex - other.logIndex,
  );
  const taker = ordered[nonce - first];
  const known = walletHashes(entry).map((hash) => hash.toLowerCase());
  return taker && !known.includes(taker.args.txHash) ? taker.transactionHash : null;
}
