import 'server-only';
import pLimit from 'p-limit';
import { serverEnv } from '@/lib/settings/env';
import { ApiError } from '../http/api-error';
import { fetchPublic } from './fetch-public';
import { FETCHES_AT_ONCE, WAITING_LIMIT } from './limits';
import { readSource } from './source';

const turns = pLimit(FETCHES_AT_ONCE);

/**
 * What an address that a contract or metadata names leads to.
 * @throws NftError; ApiError 503 where too many wait.
 */
export async function loadSource(
  address: string,
  { limitBytes, accept }: { limitBytes: number; accept: string },
): Promise<{ bytes: Buffer; mediaType: string }> {
  const source = readSource(address, limitBytes);
  if (source.kind === 'data') return source;
  if (turns.pendingCount > WAITING_LIMIT) throw new ApiError(503, 'busy');
  if (source.kind === 'https') return turns(() => fetchPublic(source.url, { limitBytes, accept }));
  const { IPFS_GATEWAY } = serverEnv();
  const url = new URL(`${IPFS_GATEWAY}/ipfs/${source.path}`);
  return turns(() => fetchPublic(url, { limitBytes, accept, gateway: url.origin }));
}
