import 'server-only';
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '@/lib/settings/env';
import { type FileStore, storeUnreachable } from './file-store';

const TIMEOUT_MS = 10_000;

/** Folder of files in the bucket, and their media type. */
export type S3Folder = { prefix: string; mediaType: string };

/** Stores files in a bucket of an S3-compatible service, with path-style URLs and AWS Signature Version 4. */
export function s3Store(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings,
  { prefix, mediaType }: S3Folder,
): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const send = async (method: 'PUT' | 'GET' | 'DELETE', name: string, body?: Buffer): Promise<Response> => {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    try {
      const signed = await client.sign(`${endpoint}/${bucket}/${prefix}/${name}`, {
        method,
        headers: { 'X-Amz-Content-Sha256': hash, ...(body ? { 'Content-Type': mediaType } : {}) },
        ...(body ? { body: new Uint8Array(body) } : {}),
      });
      return await fetch(signed, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    } catch (error) {
      throw storeUnreachable(error);
    }
  };
  /** Puts the service's response in the error's cause, which is only logged, because the response names the bucket. */
  const refused = async (response: Response) =>
    storeUnreachable(new Error(`S3 answers ${response.status}: ${(await response.text()).slice(0, 500)}`));
  return {
    put: async (name, bytes) => {
      const response = await send('PUT', name, bytes);
      if (!response.ok) throw await refused(response);
      await response.body?.cancel();
    },
    get: async (name) => {
      const response = await send('GET', name);
      if (response.ok) {
        try {
          return Buffer.from(await response.arrayBuffer());
        } catch (error) {
          throw storeUnreachable(error);
        }
      }
      if (response.status !== 404) throw await refused(response);
      await response.body?.cancel();
      return null;
    },
    remove: async (name) => {
      const response = await send('DELETE', name);
      if (!response.ok && response.status !== 404) throw await refused(response);
      await response.body?.cancel();
    },
  };
}
