import 'server-only';
import { and, eq } from 'drizzle-orm';
import { type Address, zeroHash } from 'viem';
import { cardAccounts } from '../db/card-tables';
import { coins, coinTokens } from '../db/config-tables';
import type { Queryable } from '../db/database';

/** An account in the contract of a chain. */
type AccountKey = { chainId: number; contract: Address; owner: Address; token: Address };

export const ofAccount = ({ chainId, contract, owner, token }: AccountKey) =>
  and(
    eq(cardAccounts.chainId, chainId),
    eq(cardAccounts.contract, contract),
    eq(cardAccounts.owner, owner),
    eq(cardAccounts.token, token),
  );

/**
 * Returns the ID of a user's account, and stores it if it's new, without money: the sender's role for cards fills accounts of block
 * 0 within a second. Returns null for a token that isn't listed.
 */
export async function openAccount(db: Queryable, key: AccountKey): Promise<number | null> {
  const [token] = await db
    .select({ coinId: coinTokens.coinId, decimals: coinTokens.decimals })
    .from(coinTokens)
    .innerJoin(coins, eq(coins.id, coinTokens.coinId))
    .where(
      and(eq(coinTokens.chainId, key.chainId), eq(coinTokens.address, key.token), eq(coins.enabled, true)),
    );
  if (!token) return null;
  await db
    .insert(cardAccounts)
    .values({ ...key, ...token, blockNumber: 0n, blockHash: zeroHash })
    .onConflictDoNothing();
  const [account] = await db.select({ id: cardAccounts.id }).from(cardAccounts).where(ofAccount(key));
  return account?.id ?? null;
}
