import type { ApiHost } from '@/lib/settings/build-env';
import { type Answer, apiUrl, exchange, headers } from './client';

/** Timeout for an upload. It is long, because some connections are slow. */
const UPLOAD_TIMEOUT_MS = 120_000;

export type UploadOptions = {
  /** Named host to call (API-2). The default is the one for uploads. Null stands for this site's API. */
  host?: ApiHost | null;
  /** Text fields of the form, besides the file. */
  fields?: Readonly<Record<string, string>>;
  /** Called with the uploaded fraction, from 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Suppresses the warning, because the caller handles errors. */
  silent?: boolean;
  /** Keeps the session after a refusal with code 403, which is about something else. */
  keepsSession?: boolean;
};

/** Named host for uploads, which the operator may configure (API-2). */
const HOST = 'upload';
const hostOf = ({ host = HOST }: UploadOptions): ApiHost | undefined => host ?? undefined;

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
  const { onProgress, signal, fields = {}, timeoutMs = UPLOAD_TIMEOUT_MS } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const url = apiUrl(path, hostOf(options));
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
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file);
    request.send(form);
  });
}

/**
 * Uploads a file to the API as the multipart field `file` and returns the `data` field of the response (API-8).
 * @throws ApiError after one translated warning (unless `silent`), or the abort reason, without a warning, if canceled.
 */
export function upload<T>(path: string, file: File, options: UploadOptions = {}): Promise<T> {
  const { host: _, ...rest } = options;
  const host = hostOf(options);
  return exchange(path, { ...rest, ...(host ? { host } : {}) }, () => send(path, file, options));
}
