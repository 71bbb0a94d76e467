import type { Grant } from './grants';

/** What stands at a spender's address: code, no code, or what the node does not say. */
export type SpenderNature = 'contract' | 'account' | 'unknown';

/** An approval that is in force, as the token's contract says now. */
export type Approval = Grant & {
  id: string;
  chainId: number;
  /** Base units of an ERC-20 that the spender may take; null for collectibles. */
  amount: bigint | null;
  /** What the account has of it: base units, or collectibles; null where the contract does not say. */
  balance: bigint | null;
  decimals: number;
  /** What the token calls itself, cleaned; empty where it says nothing. */
  name: string;
  symbol: string;
  nature: SpenderNature;
};

/** From here on an amount is meant to be without limit: some tokens keep no more than 96 bits. */
const UNLIMITED_FROM = 2n ** 96n - 1n;

export const isUnlimited = ({ amount }: Pick<Approval, 'amount'>): boolean =>
  amount !== null && amount >= UNLIMITED_FROM;

/** What the spender could take now, in base units of an ERC-20. */
export function atRisk({ amount, balance }: Pick<Approval, 'amount' | 'balance'>): bigint {
  if (amount === null || balance === null) return 0n;
  return amount < balance ? amount : balance;
}

export const risks = ['high', 'medium', 'low'] as const;
export type Risk = (typeof risks)[number];

/** A contract that takes for its caller alone, one that takes for anybody who calls it, or one of which nothing is known. */
export type SpenderKind = 'trusted' | 'anybody' | 'unknown';

/**
 * How dangerous an approval is. An account without code can only be somebody who takes; what has no limit is as dangerous
 * as all that is there.
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
