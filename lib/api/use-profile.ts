import { useSWRConfig } from 'swr';
import { UPLOAD_TIMEOUT_MS } from '@/lib/constants';
import { useSession } from '@/lib/session/session';
import { type Answer, ApiError, apiUrl, call, exchange, headers } from './client';
import { userKey } from './hooks';
import type { AvatarResult, User } from './types';

type UploadOptions = {
  /** Called with the uploaded fraction, from 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Suppresses the warning, because the caller handles errors. */
  silent?: boolean;
};

/** Named host for uploads, which the operator may configure (API-2). */
const HOST = 'upload';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A response without an envelope comes from a proxy, so only its status is used.
    return null;
  }
}

// Uses XMLHttpRequest, because fetch can't report upload progress.
function send(path: string, file: File, options: UploadOptions): Promise<Answer> {
  const { onProgress, signal, timeoutMs = UPLOAD_TIMEOUT_MS } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const url = apiUrl(path, HOST);
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers(url))) request.setRequestHeader(name, value);
    request.timeout = timeoutMs;
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.upload.addEventListener('load', () => onProgress?.(1));
    request.onload = () => resolve({ status: request.status, body: parse(request.responseText) });
    request.onerror = () => reject(new TypeError('the upload failed'));
    request.ontimeout = () => reject(new DOMException('the upload took too long', 'TimeoutError'));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}

/**
 * Uploads a file to the API as the multipart field `file` and returns the `data` field of the response (API-8).
 * @throws ApiError after one translated warning (unless `silent`), or the abort reason, without a warning, if canceled.
 */
export const upload = <T>(path: string, file: File, options: UploadOptions = {}): Promise<T> =>
  exchange(path, { ...options, host: HOST }, () => send(path, file, options));

/**
 * React hook that returns functions to change the signed-in user. Each function updates `useUser` with the server's
 * response. If the server rejects a change, it shows a warning and throws an ApiError.
 */
export function useProfile() {
  const key = userKey(useSession((state) => state.token));
  const { mutate } = useSWRConfig();
  const keep = async (user: User) => void (await mutate(key, user, { revalidate: false }));
  return {
    rename: async (name: string) => keep(await call<User>('/user/name', { body: { name } })),
    addInviter: async (code: string) => keep(await call<User>('/user/inviter', { body: { code } })),
    /** Throws the abort reason if canceled. Then also refetches the user, because the upload may have finished. */
    changeAvatar: async (file: File, options: UploadOptions) => {
      try {
        const { url } = await upload<AvatarResult>('/upload/avatar', file, options);
        const replace = (known?: User) => known && { ...known, avatar: url };
        await mutate<User>(key, replace, { revalidate: false });
      } catch (error) {
        if (options.signal?.aborted) void mutate(key).catch(() => undefined);
        throw error;
      }
    },
  };
}

type Issue = { path: string; message: string };

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** Returns an ApiError's message for a field, or its general message if there is none. Rethrows other errors. */
export function fieldProblem(error: unknown, field: string): string {
  if (!(error instanceof ApiError)) throw error;
  const { data } = error;
  const issues: unknown = typeof data === 'object' && data !== null && 'issues' in data ? data.issues : [];
  const issue = Array.isArray(issues) ? issues.filter(isIssue).find(({ path }) => path === field) : undefined;
  return issue?.message ?? error.message;
}
