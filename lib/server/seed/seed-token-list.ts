import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { listedToken, tokenList } from '@/lib/api/schemas/token-list';
import { brand } from '@/lib/content/website';
import type { ChainsFile } from '@/lib/evm/chains-file';
import { canonicalOrigin } from '@/lib/settings/env';
import { listedTokens } from '@/lib/token-list/listed-tokens';
import { nextList } from '@/lib/token-list/next-list';
import type { Queryable } from '../db/client';
import { operatorSettings } from '../db/settings-tables';

/** Name under which the token list is kept: its version counts on from the one before. */
export const TOKEN_LIST_SETTINGS = 'tokenList';

/** A list as it is kept; one without tokens is not served, but keeps its version. */
export const keptTokenList = tokenList.extend({ tokens: z.array(listedToken) });

/** Makes the token list that of the chains file, in the caller's transaction. */
export async function seedTokenList(db: Queryable, { coins }: ChainsFile): Promise<void> {
  const [row] = await db
    .select()
    .from(operatorSettings)
    .where(eq(operatorSettings.name, TOKEN_LIST_SETTINGS));
  const previous = row ? keptTokenList.parse(row.value) : null;
  const tokens = listedTokens(coins, canonicalOrigin());
  const value = nextList(previous, { name: brand, tokens, now: new Date() });
  await db
    .insert(operatorSettings)
    .values({ name: TOKEN_LIST_SETTINGS, value })
    .onConflictDoUpdate({ target: operatorSettings.name, set: { value } });
}
