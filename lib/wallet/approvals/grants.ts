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

/** ERC-20 amounts; whole ERC-721 and ERC-1155 collections; one ERC-721 token. */
export type GrantKind = 'amount' | 'collection' | 'single';

/** An approval from an event. Anyone can emit such events, so only the contract's answer counts. */
export type Grant = {
  kind: GrantKind;
  token: Address;
  spender: Address;
  /** For kind `single`. */
  tokenId: bigint | null;
  transactionHash: Hash;
  blockNumber: bigint;
};

/** ERC-721 has an event with the same signature, but with the value indexed. */
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

/** Reads an account's approval events in a block range, newest first. @throws if the RPC request fails. */
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

/** Returns the approval key: one per token and spender, with its latest event. */
export const grantId = ({ kind, token, spender, tokenId }: Grant): string =>
  kind === 'single' ? `${kind} ${token} ${tokenId}` : `${kind} ${token} ${spender}`;

/** Whether a spender's address has code, or unknown. */
export type SpenderNature = 'contract' | 'account' | 'unknown';

/** An active approval, as the token's contract reports it now. */
export type Approval = Grant & {
  id: string;
  chainId: number;
  /** ERC-20 allowance in base units; null for NFTs. */
  amount: bigint | null;
  /** The account's balance: base units or NFTs; null if unknown. */
  balance: bigint | null;
  decimals: number;
  /** The token's own name, sanitized; may be empty. */
  name: string;
  symbol: string;
  nature: SpenderNature;
};

/** Allowances from here on count as unlimited: some tokens store only 96 bits. */
const UNLIMITED_FROM = 2n ** 96n - 1n;

export const isUnlimited = ({ amount }: Pick<Approval, 'amount'>): boolean =>
  amount !== null && amount >= UNLIMITED_FROM;

/** Returns what the spender could take now, in base units of an ERC-20. */
export function atRisk({ amount, balance }: Pick<Approval, 'amount' | 'balance'>): bigint {
  if (amount === null || balance === null) return 0n;
  return amount < balance ? amount : balance;
}

export const risks = ['high', 'medium', 'low'] as const;
export type Risk = (typeof risks)[number];

/** A contract that takes tokens only for its caller, one that takes them for anyone who calls it, or an unknown one. */
export type SpenderKind = 'trusted' | 'anybody' | 'unknown';

/**
 * Returns the risk of an approval. A spender without code is a regular account, whose owner can take the tokens; an
 * unlimited allowance puts the whole balance at risk.
 */
export function riskOf(
  approval: Pick<Approval, 'kind' | 'amount' | 'balance' | 'nature'>,
  spender: SpenderKind,
): Risk {
  const { kind, balance, nature } = approval;
  if (spender === 'trusted') return 'low';
  if (spender === 'anybody' || nature === 'account') return 'high';
  const isHolding = balance !== 0n;
  if (kind === 'collection' || isUnlimited(approval)) return isHolding ? 'high' : 'medium';
  return isHolding ? 'medium' : 'low';
}

/** Listed contracts that only take approved amounts of their caller; messages name them. */
const trusted = [
  'vault_contract',
  'staking_contract',
  'presale_contract',
  'pledge_contract',
  'router_contract',
] as const;

/** Returns the listed name of a trusted contract; null for any other. */
export const trustedName = (listedName: string | null) => trusted.find((name) => name === listedName) ?? null;
