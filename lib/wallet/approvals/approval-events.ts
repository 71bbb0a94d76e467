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
import { PERMIT2_EVENTS } from './permit2';

/**
 * Scope of an approval: an ERC-20 amount, an ERC-20 amount that Permit2 may pass on to a spender, a whole ERC-721 or
 * ERC-1155 collection, or a single ERC-721 token.
 */
export type ApprovalKind = 'amount' | 'permit2' | 'collection' | 'single';

/**
 * An approval found in an event. Any contract can emit such events, so each approval is verified by a contract read.
 */
export type ApprovalEvent = {
  kind: ApprovalKind;
  token: Address;
  /** The contract that keeps the approval and revokes it: the token, or Permit2. */
  contract: Address;
  spender: Address;
  /** Set only if the kind is `single`. */
  tokenId: bigint | null;
  transactionHash: Hash;
  blockNumber: bigint;
};

/** ERC-721 has an event with the same signature, but its third parameter is indexed. */
const APPROVAL = toEventSelector('Approval(address,address,uint256)');
const APPROVAL_FOR_ALL = toEventSelector('ApprovalForAll(address,address,bool)');

type RawLog = {
  address: Address;
  topics: readonly Hex[];
  transactionHash: Hash | null;
  blockNumber: Hex | null;
  logIndex: Hex | null;
};

const addressIn = (topic: Hex) => getAddress(`0x${topic.slice(-40)}`);

function approvalEventOf(
  { address, topics, transactionHash, blockNumber }: RawLog,
  permit2: Address,
): ApprovalEvent[] {
  const [event, , second, third] = topics;
  if (transactionHash === null || blockNumber === null || event === undefined || second === undefined)
    return [];
  const contract = getAddress(address);
  const mined = { contract, transactionHash, blockNumber: BigInt(blockNumber) };
  if (PERMIT2_EVENTS.includes(event)) {
    // Any other contract can emit the same events.
    if (contract !== permit2 || third === undefined) return [];
    return [
      { ...mined, kind: 'permit2', token: addressIn(second), spender: addressIn(third), tokenId: null },
    ];
  }
  const isSingle = event === APPROVAL && third !== undefined;
  return [
    {
      ...mined,
      kind: event === APPROVAL_FOR_ALL ? 'collection' : isSingle ? 'single' : 'amount',
      token: contract,
      spender: addressIn(second),
      tokenId: isSingle ? BigInt(third) : null,
    },
  ];
}

function newestFirst(one: RawLog, other: RawLog): number {
  const difference = BigInt(other.blockNumber ?? 0) - BigInt(one.blockNumber ?? 0);
  return Number(difference || BigInt(other.logIndex ?? 0) - BigInt(one.logIndex ?? 0));
}

/**
 * Reads an account's approval events in a block range, newest first. `permit2` is the network's Permit2.
 * @throws if the RPC request fails.
 */
export async function readApprovalEvents(
  client: Client,
  account: Address,
  { fromBlock, toBlock }: BlockRange,
  permit2: Address,
): Promise<ApprovalEvent[]> {
  const logs = (await client.request({
    method: 'eth_getLogs',
    params: [
      {
        fromBlock: toHex(fromBlock),
        toBlock: toHex(toBlock),
        topics: [[APPROVAL, APPROVAL_FOR_ALL, ...PERMIT2_EVENTS], pad(account)],
      },
    ],
  })) as RawLog[];
  return [...logs].sort(newestFirst).flatMap((log) => approvalEventOf(log, permit2));
}

/** Returns an approval's key. A later approval with the same key replaces an earlier one. */
export const approvalId = ({ kind, token, spender, tokenId }: ApprovalEvent): string =>
  kind === 'single' ? `${kind} ${token} ${tokenId}` : `${kind} ${token} ${spender}`;

/** Whether a spender is a contract, a regular account, or unknown. */
export type SpenderNature = 'contract' | 'account' | 'unknown';

/** An active approval, according to the token's contract. */
export type Approval = ApprovalEvent & {
  id: string;
  chainId: number;
  /** ERC-20 allowance in base units, or null for NFTs. */
  amount: bigint | null;
  /**
   * The account's balance in base units or NFTs, or null if unknown. For an allowance in Permit2, at most what the token
   * lets Permit2 take.
   */
  balance: bigint | null;
  /** When an allowance in Permit2 ends, in seconds since the epoch. Null for approvals, which don't end. */
  until: bigint | null;
  decimals: number;
  /** The token's name, sanitized. May be empty. */
  name: string;
  symbol: string;
  nature: SpenderNature;
};

/** Whether an approval is for an amount of an ERC-20 token, and not for NFTs. */
export const isAmount = ({ kind }: Pick<ApprovalEvent, 'kind'>): boolean =>
  kind === 'amount' || kind === 'permit2';

/** Allowances of this amount or more count as unlimited, because some tokens store only 96 bits. */
const UNLIMITED_FROM = 2n ** 96n - 1n;

export const isUnlimited = ({ amount }: { amount: bigint | null }): boolean =>
  amount !== null && amount >= UNLIMITED_FROM;

/** A larger multiple of the balance is as good as no limit. */
const MAX_BALANCES = 10n;

/** Returns whether an allowance is far above the balance (both in base units), so that it doesn't limit the spender. */
export const isFarAboveBalance = ({ amount, balance }: Pick<Approval, 'amount' | 'balance'>): boolean =>
  amount !== null && balance !== null && balance > 0n && amount > MAX_BALANCES * balance;

/** Returns the amount of an ERC-20 token that the spender could take now, in base units. */
export function atRisk({ amount, balance }: Pick<Approval, 'amount' | 'balance'>): bigint {
  if (amount === null || balance === null) return 0n;
  return amount < balance ? amount : balance;
}

export const risks = ['high', 'medium', 'low'] as const;
export type Risk = (typeof risks)[number];

/** A `trusted` contract takes tokens only from its caller. An `anybody` contract lets any caller take them. */
export type SpenderKind = 'trusted' | 'anybody' | 'unknown';

/**
 * Returns the risk of an approval. A spender without code is a regular account, whose owner can take the tokens; an
 * allowance without a limit, or far above the balance, puts the whole balance at risk.
 */
export function riskOf(
  approval: Pick<Approval, 'kind' | 'amount' | 'balance' | 'nature'>,
  spender: SpenderKind,
): Risk {
  const { kind, balance, nature } = approval;
  if (spender === 'trusted') return 'low';
  if (spender === 'anybody' || nature === 'account') return 'high';
  const isHolding = balance !== 0n;
  if (kind === 'collection' || isUnlimited(approval) || isFarAboveBalance(approval))
    return isHolding ? 'high' : 'medium';
  return isHolding ? 'medium' : 'low';
}

/** Listed contracts that take approved amounts only from their caller. */
const trusted = [
  'vault_contract',
  'staking_contract',
  'presale_contract',
  'pledge_contract',
  'card_contract',
  'router_contract',
] as const;

/** Returns the listed name if it belongs to a trusted contract, otherwise null. */
export const trustedName = (listedName: string | null) => trusted.find((name) => name === listedName) ?? null;
