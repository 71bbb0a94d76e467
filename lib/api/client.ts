import { notify } from '@/lib/browser/notices';
import { isLangKey, type LangKey, langKeyByLocale } from '@/lib/i18n/routing';
import { useCurrency } from '@/lib/preferences/currency';
import { useSession } from '@/lib/session/session';
import { endSession } from '@/lib/session/session-changes';
import { type ApiHost, apiHosts } from '@/lib/settings/build-env';
import { apiSettings, REQUEST_TIMEOUT_MS } from './api-settings';

const DEFAULT_BASE = '/api';

const configured = (): Partial<Record<ApiHost, string>> => JSON.parse(apiHosts() || '{}');

/**
 * Returns the URL of an API call (API-2). Named hosts that aren't configured use this site's API, except for `none`,
 * which leaves the path or full URL unchanged.
 */
export function apiUrl(path: string, host?: ApiHost): string {
  if (host === undefined) return DEFAULT_BASE + path;
  return (configured()[host] ?? (host === 'none' ? '' : DEFAULT_BASE)) + path;
}

/** Returns whether a URL belongs to this site or a configured host. Only these receive the session token. */
export function isTrusted(address: string): boolean {
  const here = window.location.origin;
  const origins = [here, ...Object.values(configured()).map((base) => new URL(base, here).origin)];
  return URL.canParse(address, here) && origins.includes(new URL(address, here).origin);
}

/** Envelope codes that end the session, regardless of the HTTP status (API-5). */
const LOGOUT_CODES = [401, 403, 1007];

/**
 * A failed API call. `code` comes from the envelope. Without an envelope, `code` is 429 for too many requests, and 0
 * for any other failure.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown = null,
    /** HTTP status, or 0 if there was no response. */
    readonly status: number = 0,
  ) {
    super(message);
  }
}

export type CallOptions = {
  /** Named host to call instead of this site's API (API-2). */
  host?: ApiHost;
  params?: Record<string, string | number>;
  /** Sent form-encoded unless `json` is set (API-3). Only JSON has values other than text and numbers. */
  body?: Readonly<Record<string, unknown>>;
  json?: boolean;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Suppresses the warning, because the caller handles errors. */
  silent?: boolean;
  /** Keeps the session after a refusal with code 403, which is about something else. */
  keepsSession?: boolean;
};

function language(): LangKey {
  const requested = new URLSearchParams(window.location.search).get('lang') ?? '';
  return isLangKey(requested) ? requested : langKeyByLocale[apiSettings().locale];
}

/** Returns a request's headers (API-1). */
export function headers(url: string): Record<string, string> {
  const { token } = useSession.getState();
  return {
    Language: language(),
    Currency: useCurrency.getState().currency,
    ...(token && isTrusted(url) ? { Authorization: `Bearer ${token}` } : {}),
  };
}

/** Returns a stream's URL. EventSource can't send headers, so their values go in the query string. */
export const streamUrl = (path: string, params: Record<string, string>): string =>
  `${apiUrl(path)}?${new URLSearchParams(params)}`;

function request(
  path: string,
  { host, params, body, json, signal, timeoutMs = REQUEST_TIMEOUT_MS }: CallOptions,
) {
  const url = apiUrl(path, host);
  const query = params
    ? `?${new URLSearchParams(Object.entries(params).map(([k, v]) => [k, String(v)]))}`
    : '';
  const timeout = AbortSignal.timeout(timeoutMs);
  const init: RequestInit = {
    headers: headers(url),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  if (body) {
    init.method = 'POST';
    init.headers = {
      ...init.headers,
      'Content-Type': json ? 'application/json' : 'application/x-www-form-urlencoded',
    };
    init.body = json
      ? JSON.stringify(body)
      : new URLSearchParams(Object.entries(body).map(([k, v]) => [k, String(v)])).toString();
  }
  return fetch(url + query, init);
}

function isEnvelope(value: unknown): value is { code: number; msg?: string; data: unknown } {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number';
}

export type Answer = { status: number; body: unknown };
type Aimed = Pick<CallOptions, 'host' | 'signal' | 'silent' | 'keepsSession'>;

/** Returns the `data` field of a response. @throws ApiError unless the envelope reports success. */
function dataOf({ status, body }: Answer): unknown {
  const { wording } = apiSettings();
  const isTooMany = status === 429;
  const reason = isTooMany ? wording.tooMany : wording.unavailable;
  if (isEnvelope(body)) {
    if (body.code === 200) return body.data;
    throw new ApiError(body.code, body.msg || reason, body.data, status);
  }
  throw new ApiError(isTooMany ? status : 0, reason, null, status);
}

async function dataFrom(send: () => Promise<Answer>, signal?: AbortSignal): Promise<unknown> {
  try {
    return dataOf(await send());
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new ApiError(0, apiSettings().wording.timeout);
    if (signal?.aborted) throw error;
    throw new ApiError(0, apiSettings().wording.offline);
  }
}

/**
 * Sends a request with the given function and returns the `data` field of the response (API-4 to API-6). The server has
 * already validated its response with the schema behind `T`, so it is not validated again here.
 * @throws ApiError after one translated warning (unless `silent`), or the abort reason, without a warning, if canceled.
 */
export async function exchange<T>(
  path: string,
  { host, signal, silent, keepsSession }: Aimed,
  send: () => Promise<Answer>,
): Promise<T> {
  const { token } = useSession.getState();
  try {
    return (await dataFrom(send, signal)) as T;
  } catch (error) {
    if (signal?.aborted && !(error instanceof ApiError)) {
      console.info(`cancelled: ${path}`);
      throw error;
    }
    const failure = error instanceof ApiError ? error : new ApiError(0, apiSettings().wording.unavailable);
    // A late response may belong to a request with an older token.
    const isCurrent = token !== null && token === useSession.getState().token;
    const isOurs = isTrusted(apiUrl(path, host));
    const endsSession = LOGOUT_CODES.includes(failure.code) && !(keepsSession && failure.code === 403);
    if (endsSession && isCurrent && isOurs) endSession();
    else if (!silent) notify('warning', failure.message);
    throw failure;
  }
}

/** Calls the API and returns the response's `data` field (API-1 to API-6). @throws the same errors as `exchange`. */
export const call = <T>(path: string, options: CallOptions = {}): Promise<T> =>
  exchange(path, options, async () => {
    const response = await request(path, options);
    return { status: response.status, body: await response.json().catch(() => null) };
  });

/** Returns a response's body, or null if it's longer than `limit` bytes, which is then not read to its end. */
async function boundedBody(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(limit);
  let size = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    if (size + read.value.length > limit) {
      await reader?.cancel();
      return null;
    }
    bytes.set(read.value, size);
    size += read.value.length;
  }
  return bytes.subarray(0, size);
}

/**
 * Calls the API and returns the bytes of its response, or null if there are more than `limitBytes`.
 * @throws the same errors as `exchange`.
 */
export const callBytes = (
  path: string,
  { limitBytes, ...options }: CallOptions & { limitBytes: number },
): Promise<Uint8Array<ArrayBuffer> | null> =>
  exchange(path, options, async () => {
    const response = await request(path, options);
    const { status } = response;
    if (!response.ok) return { status, body: await response.json().catch(() => null) };
    return { status, body: { code: 200, data: await boundedBody(response, limitBytes) } };
  });

/** Revokes a token on the server. If that fails, shows a warning; the token then expires on its own. */
export async function revokeToken(token: string): Promise<void> {
  const answer = await fetch(apiUrl('/user/logout'), {
    method: 'POST',
    headers: { Language: language(), Authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => null);
  if (!answer?.ok) notify('warning', apiSettings().wording.offline);
}
