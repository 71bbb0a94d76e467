import 'server-only';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Address } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { coins, coinTokens, contracts } from '../db/config-tables';
import { database } from '../db/database';

async function findToken(chainId: number, which: SQL | undefined) {
  const [row] = await database('public')
    .select({ address: coinTokens.address, symbol: coins.symbol, decimals: coinTokens.decimals })
    .from(coinTokens)
    .innerJoin(coins, eq(coins.id, coinTokens.coinId))
    .where(and(eq(coinTokens.chainId, chainId), eq(coins.enabled, true), which));
  return row ? { ...row, address: row.address ?? NATIVE_TOKEN } : null;
}

/** Returns a listed coin's token on a chain, or null. */
export const tokenOfCoin = (chainId: number, coinId: number) => findToken(chainId, eq(coins.id, coinId));

/** Returns a listed token, or null. */
export const listedToken = (chainId: number, token: Address) =>
  findToken(chainId, token === NATIVE_TOKEN ? isNull(coinTokens.address) : eq(coinTokens.address, token));

/** Returns the address of a chain's contract with this name, such as `vault_contract`, or null if it has none. */
export async function findContract(
  chainId: number,
  name: 'card_contract' | 'multicall' | 'vault_contract',
): Promise<Address | null> {
  const [row] = await database('public')
    .select({ address: contracts.address })
    .from(contracts)
    .where(and(eq(contracts.chainId, chainId), eq(contracts.name, name)));
  return row?.address ?? null;
}
