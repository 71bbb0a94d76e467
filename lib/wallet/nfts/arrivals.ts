import {
  type Address,
  type Client,
  decodeAbiParameters,
  getAddress,
  type Hash,
  type Hex,
  pad,
  parseAbiParameters,
  toEventSelector,
  toHex,
} from 'viem';
import type { BlockRange } from '@/lib/evm/scan-logs';

export const nftStandards = ['erc721', 'erc1155'] as const;
export type NftStandard = (typeof nftStandards)[number];

/** An NFT transfer to the account, according to an event. Any contract can emit such events. */
export type Arrival = {
  contract: Address;
  tokenId: bigint;
  standard: NftStandard;
  transactionHash: Hash;
  blockNumber: bigint;
  /** ERC-1155 operator. */
  operator: Address | null;
};

/** A transfer of an ERC-20 token to the account, according to an event. */
export type TokenArrival = Pick<Arrival, 'contract' | 'transactionHash' | 'blockNumber' | 'operator'> & {
  standard: 'erc20';
};

export const isNft = (arrival: Arrival | TokenArrival): arrival is Arrival => arrival.standard !== 'erc20';

/** Maximum number of transfers to examine for each token or NFT. More wouldn't change the result. */
export const ARRIVALS_READ = 8;

/** ERC-20 has an event with the same signature, but one fewer indexed parameter. */
const TRANSFER = toEventSelector('Transfer(address,address,uint256)');
const SINGLE = toEventSelector('TransferSingle(address,address,address,uint256,uint256)');
const BATCH = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])');

const singleData = parseAbiParameters('uint256 id, uint256 value');
const batchData = parseAbiParameters('uint256[] ids, uint256[] values');
/** Maximum number of IDs read per batch event. Longer batches are usually spam. */
const IDS_AN_EVENT = 200;

type RawLog = {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
  transactionHash: Hash | null;
  blockNumber: Hex | null;
  logIndex: Hex | null;
};

/** Returns the token IDs in an ERC-1155 event, or an empty list if its data is invalid. */
function idsOf({ topics, data }: RawLog): readonly bigint[] {
  try {
    if (topics[0] === SINGLE) return [decodeAbiParameters(singleData, data)[0]];
    return decodeAbiParameters(batchData, data)[0].slice(0, IDS_AN_EVENT);
  } catch {
    return [];
  }
}

/** Returns whether an event's data is zero. Scams emit zero-value transfers from other people's addresses, even with real tokens. */
const isZero = (data: Hex) => /^0x0*$/.test(data);

function arrivalsOf(log: RawLog): (Arrival | TokenArrival)[] {
  const { address, topics, data, transactionHash, blockNumber } = log;
  const [event, operator, , last] = topics;
  if (transactionHash === null || blockNumber === null) return [];
  const found = { contract: getAddress(address), transactionHash, blockNumber: BigInt(blockNumber) };
  // An ERC-20 transfer has no fourth topic.
  if (last === undefined)
    return event === TRANSFER && !isZero(data) ? [{ ...found, standard: 'erc20', operator: null }] : [];
  if (event === TRANSFER) return [{ ...found, tokenId: BigInt(last), standard: 'erc721', operator: null }];
  return idsOf(log).map((tokenId) => ({
    ...found,
    tokenId,
    standard: 'erc1155',
    operator: operator ? getAddress(`0x${operator.slice(-40)}`) : null,
  }));
}

const placeOf = ({ blockNumber, logIndex }: RawLog) =>
  [BigInt(blockNumber ?? 0), BigInt(logIndex ?? 0)] as const;

function newestFirst(one: RawLog, other: RawLog): number {
  const [[block, index], [otherBlock, otherIndex]] = [placeOf(one), placeOf(other)];
  return block === otherBlock ? Number(otherIndex - index) : Number(otherBlock - block);
}

/**
 * Reads ERC-20, ERC-721, and ERC-1155 transfers to an account in a block range, newest first. @throws if the RPC
 * request fails.
 */
export async function readArrivals(
  client: Client,
  account: Address,
  { fromBlock, toBlock }: BlockRange,
): Promise<(Arrival | TokenArrival)[]> {
  const recipient = pad(account);
  const ask = (topics: (Hex | Hex[] | null)[]) =>
    client.request({
      method: 'eth_getLogs',
      params: [{ fromBlock: toHex(fromBlock), toBlock: toHex(toBlock), topics }],
    }) as Promise<RawLog[]>;
  const answers = await Promise.all([
    ask([TRANSFER, null, recipient]),
    ask([[SINGLE, BATCH], null, null, recipient]),
  ]);
  const read = new Map<Address, number>();
  return answers
    .flat()
    .sort(newestFirst)
    .flatMap(arrivalsOf)
    .filter((arrival) => {
      const before = read.get(arrival.contract) ?? 0;
      if (!isNft(arrival)) read.set(arrival.contract, before + 1);
      return isNft(arrival) || before < ARRIVALS_READ;
    });
}
