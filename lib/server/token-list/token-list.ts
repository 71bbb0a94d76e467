import 'server-only';
import { eq } from 'drizzle-orm';
import type { TokenList } from '@/lib/api/schemas/coin';
import { operatorSettings } from '@/lib/server/db/config-tables';
import { storedTokenList, TOKEN_LIST_SETTINGS } from '@/lib/server/seed/seed-lists';
import { database } from '../db/client';

/**
 * Returns the tokens of all chains as a token list, or null if
 * there are none: the format allows no empty list.
 */
export async function readTokenList(): Promise<TokenList | null> {
  const [row] = await database()
    .select()
    .from(operatorSettings)
    .where(eq(operatorSettings.name, TOKEN_LIST_SETTINGS));
  const list = storedTokenList.parse(row?.value);
  return list.tokens.length > 0 ? list : null;
}
