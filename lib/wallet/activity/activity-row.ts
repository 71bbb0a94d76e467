import type { Address, Hash } from 'viem';
import type { Coin } from '@/lib/api/types';
import type { CustomToken } from '@/lib/wallet/tokens/custom-tokens';
import { listedAddress } from '@/lib/wallet/tokens/listed-token';
import {
  cardKinds,
  pledgeKinds,
  presaleKinds,
  recoveryKinds,
  stakingKinds,
} from '@/lib/wallet/transactions/transaction-kinds';

/** Transaction kinds from the account's point of view, in display order. */
export const activityKinds = [
  'receive',
  'send',
  'deposit',
  'withdraw',
  'sendBalance',
  'receiveBalance',
  'swap',
  ...stakingKinds,
  ...pledgeKinds,
  ...presaleKinds,
  'approve',
  'revoke',
  'transferNft',
  ...recoveryKinds,
  // A withdrawal is one kind here, with and without a delay.
  ...cardKinds.filter((kind) => kind !== 'withdrawCardNow'),
  'other',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** A token in the activity history, either listed by the operator or added by the user. */
export type ActivityToken = {
  /** Token address, or NATIVE_TOKEN for the native currency. */
  address: Address;
  symbol: string;
  decimals: number;
  /** Null if the token is not listed. */
  coinId: number | null;
};

/** An amount of a token, in base units. */
export type Move = { token: ActivityToken; amount: bigint };

/** One transaction of the account, from any data source. */
export type ActivityRow = {
  chainId: number;
  hash: Hash;
  kind: ActivityKind;
  /** Amounts sent and received. */
  out: readonly Move[];
  in: readonly Move[];
  /**
   * Amounts that make `in` − `out` + `held` the total change of what the account owns, including its vault balance, stakes, and
   * pledges.
   */
  held?: readonly Move[];
  /** The allowance that an approval or revocation set. No tokens moved yet. */
  allowance: Move | null;
  /** The amount of a withdrawal request. No tokens moved yet. */
  requested?: Move;
  /**
   * The other account in a transfer, the recipient of a withdrawal to another address, or the spender of an allowance.
   * In all other cases, the platform contract. Null if there is no single counterparty.
   */
  counterparty: Address | null;
  /** Whether a contract paid another account, which is then the counterparty. */
  isToOther?: boolean;
  /** Whether only the balance shows the payment, so that no transaction is known. `hash` is then the block's. */
  isInternal?: boolean;
  /** Milliseconds since the epoch, or null while pending. */
  at: number | null;
  /** Null if the transaction is known only from the server's records or from this device. */
  block: bigint | null;
  status: 'pending' | 'confirmed' | 'failed';
  /** Whether the server has verified and recorded the transaction. */
  isVerified: boolean;
};

/** Kinds in which the account gets tokens from the counterparty. */
const incoming: ReadonlySet<ActivityKind> = new Set([
  'receive',
  'receiveBalance',
  'withdraw',
  'unstake',
  'claim',
  'exit',
  'redeem',
  'exitEarly',
  'claimVested',
  'refund',
  'withdrawCard',
]);

/**
 * Returns the counterparty's role, as in the messages. It follows from the kind, not from the amounts: a transaction that failed or moved
 * unlisted tokens has none.
 */
export function counterpartyRole({
  kind,
  isToOther = false,
}: Pick<ActivityRow, 'kind' | 'isToOther'>): 'spender' | 'fromAddress' | 'toAddress' {
  if (kind === 'approve' || kind === 'revoke') return 'spender';
  return incoming.has(kind) && !isToOther ? 'fromAddress' : 'toAddress';
}

/** Returns the row's key. A transaction has the same key in every data source. */
export const rowKey = ({ chainId, hash }: Pick<ActivityRow, 'chainId' | 'hash'>) =>
  `${chainId} ${hash.toLowerCase()}`;

/** Above all blocks, because what the server verified comes after its approval, which may be of the same second. */
const UNKNOWN_BLOCK = 2n ** 64n;

/** Sorts pending transactions first, then by time, newest first. */
export const byTime = (one: ActivityRow, other: ActivityRow): number =>
  (other.at ?? Number.POSITIVE_INFINITY) - (one.at ?? Number.POSITIVE_INFINITY) ||
  Number((other.block ?? UNKNOWN_BLOCK) - (one.block ?? UNKNOWN_BLOCK)) ||
  (one.hash < other.hash ? -1 : 1);

/** Returns a chain's listed and user-added tokens, by address. Any other token may be spam. */
export function activityTokens(
  chainId: number,
  coins: readonly Coin[],
  custom: readonly CustomToken[],
): ReadonlyMap<Address, ActivityToken> {
  const own = custom
    .filter((token) => token.chainId === chainId)
    .map(({ address, symbol, decimals }): ActivityToken => ({ address, symbol, decimals, coinId: null }));
  const listed = coins.flatMap(({ id, symbol, tokens }) =>
    tokens
      .filter((token) => token.chainId === chainId)
      .map(({ address, decimals }): ActivityToken => {
        return { address: listedAddress(address), symbol, decimals, coinId: id };
      }),
  );
  return new Map([...own, ...listed].map((token) => [token.address, token]));
}
