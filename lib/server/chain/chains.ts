import 'server-only';
import { listChains } from '../config/lists';
import type { chains } from '../db/config-tables';
import { ApiError } from '../http/api-error';

export type ServerChain = typeof chains.$inferSelect;

/** A configured chain. Throws ApiError 400 where `id` is none. */
export async function findChain(id: number): Promise<ServerChain> {
  const chain = (await listChains()).find((configured) => configured.id === id);
  if (!chain) throw new ApiError(400, 'unknownChain', { reason: 'unknown_chain' });
  return chain;
}
