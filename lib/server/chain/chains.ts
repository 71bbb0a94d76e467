import 'server-only';
import { and, eq } from 'drizzle-orm';
import { database } from '../db/client';
import { chains } from '../db/config-tables';
import { ApiError } from '../http/api-error';

export type ServerChain = typeof chains.$inferSelect;

/** A configured chain. Throws ApiError 400 where `id` is none. */
export async function findChain(id: number): Promise<ServerChain> {
  const [chain] = await database()
    .select()
    .from(chains)
    .where(and(eq(chains.enabled, true), eq(chains.id, id)));
  if (!chain) throw new ApiError(400, 'unknownChain', { reason: 'unknown_chain' });
  return chain;
}
