import {
  type Address,
  type Client,
  getAddress,
  type Hash,
  type Hex,
  pad,
  toEventSelector,
  toHex,
} from 'viem';
import type { BlockRange } from '@/lib/evm/scan-logs';

/** ERC-20 amounts; whole collections of ERC-721 and ERC-1155; one collectible of ERC-721. */
export type GrantKind = 'amount' | 'collection' | 'single';

/** An approval that an event tells of: anybody can write such an event, so only what a contract answers counts. */
export type Grant = {
  kind: GrantKind;
  token: Address;
  spender: Address;
  /** Of `single`. */
  tokenId: bigint | null;
  transactionHash: Hash;
  blockNumber: bigint;
};

/** ERC-721 has the same one with the number indexed, too. */
const APPROVAL = toEventSelector('Approval(address,address,uint256)');
const APPROVAL_FOR_ALL = toEventSelector('ApprovalForAll(address,address,bool)');

type RawLog = {
  address: Address;
  topics: readonly Hex[];
  transactionHash: Hash | null;
  blockNumber: Hex | null;
  logIndex: Hex | null;
};

function grantOf({ address, topics, transactionHash, blockNumber }: RawLog): Grant[] {
  const [event, , spender, tokenId] = topics;
  if (transactionHash === null || blockNumber === null || spender === undefined) return [];
  const isSingle = event === APPROVAL && tokenId !== undefined;
  return [
    {
      kind: event === APPROVAL_FOR_ALL ? 'collection' : isSingle ? 'single' : 'amount',
      token: getAddress(address),
      spender: getAddress(`0x${spender.slice(-40)}`),
      tokenId: isSingle ? BigInt(tokenId) : null,
      transactionHash,
      blockNumber: BigInt(blockNumber),
    },
  ];
}

function newestFirst(one: RawLog, other: RawLog): number {
  const difference = BigInt(other.blockNumber ?? 0) - BigInt(one.blockNumber ?? 0);
  return Number(difference || BigInt(other.logIndex ?? 0) - BigInt(one.logIndex ?? 0));
}

/** What the events of a range of blocks say that an account has approved, newest first. @throws what the node says. */
export async function readGrants(
  client: Client,
  account: Address,
  { fromBlock, toBlock }: BlockRange,
): Promise<Grant[]> {
  const logs = (await client.request({
    method: 'eth_getLogs',
    params: [
      {
        fromBlock: toHex(fromBlock),
        toBlock: toHex(toBlock),
        topics: [[APPROVAL, APPROVAL_FOR_ALL], pad(account)],
      },
    ],
  })) as RawLog[];
  return [...logs].sort(newestFirst).flatMap(grantOf);
}

/** What an approval is for: the same to the same spender is one, of which the latest event is kept. */
export const grantId = ({ kind, token, spender, tokenId }: Grant): string =>
  kind === 'single' ? `${kind} ${token} ${tokenId}` : `${kind} ${token} ${spender}`;
