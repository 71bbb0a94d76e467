import type { Address, Hash } from 'viem';
import type { Coin } from '@/lib/api/types';
import type { CustomToken } from '@/lib/wallet/tokens/custom-tokens';
import { listedAddress } from '@/lib/wallet/tokens/listed-token';

/** What a transaction did for the account, in the order in which kinds are offered. */
export const activityKinds = [
  'receive',
  'send',
  'deposit',
  'withdraw',
  'swap',
  'stake',
  'unstake',
  'claim',
  'exit',
  'pledge',
  'redeem',
  'exitEarly',
  'contribute',
  'claimVested',
  'refund',
  'approve',
  'revoke',
  'transferNft',
  'other',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** A token that activity tells of: a listed one, or one that the device's owner added. */
export type ActivityToken = {
  /** NATIVE_TOKEN for the chain's own coin. */
  address: Address;
  symbol: string;
  decimals: number;
  /** Null for one that is not listed. */
  coinId: number | null;
};

/** So much of a token, in base units. */
export type Move = { token: ActivityToken; amount: bigint };

/** One transaction of the account, whatever told of it. */
export type ActivityRow = {
  chainId: number;
  hash: Hash;
  kind: ActivityKind;
  /** What left the account, and what arrived. */
  out: readonly Move[];
  in: readonly Move[];
  /** The other side: of a transfer its party, of a withdrawal to somebody else its recipient, else the platform's contract. */
  counterparty: Address | null;
  /** ms since the epoch; null while it is not mined. */
  at: number | null;
  /** Null where only the server's records or this device tell of it. */
  block: bigint | null;
  status: 'pending' | 'confirmed' | 'failed';
  /** Whether the server has verified it on chain and recorded it. */
  isVerified: boolean;
};

/** What names a row: a transaction is one however many parts told of it. */
export const rowKey = ({ chainId, hash }: Pick<ActivityRow, 'chainId' | 'hash'>) =>
  `${chainId} ${hash.toLowerCase()}`;

/** The latest first; what is not mined yet before all. */
export const byTime = (one: ActivityRow, other: ActivityRow): number =>
  (other.at ?? Number.POSITIVE_INFINITY) - (one.at ?? Number.POSITIVE_INFINITY) ||
  Number((other.block ?? 0n) - (one.block ?? 0n)) ||
  (one.hash < other.hash ? -1 : 1);

/** By address: what is listed on a chain, and what the device's owner added there. All else may be spam. */
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
