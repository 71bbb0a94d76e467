import { REQUEST_TIMEOUT_MS } from '@/lib/constants';
import { useCurrency } from '@/lib/currency';
import { type LangKey, langKeyByLocale } from '@/lib/i18n/routing';
import { notify } from '@/lib/notices';
import { useSession } from '@/lib/session';
import { endSession } from '@/lib/session-changes';
import { apiSettings } from './settings';

/** The envelope's codes that end the session whatever the HTTP status (API-5). */
const LOGOUT_CODES = [401, 403, 1007];

/** Why a call failed: a code of the envelope, or 0 when no envelope arrived. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown = null,
  ) {
    super(message);
  }
}

export type CallOptions = {
  params?: Record<string, string | number>;
  /** Form-encoded unless `json` (API-3). */
  body?: Record<string, string | number>;
  json?: boolean;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Shows no warning: the caller does. */
  silent?: boolean;
};

function language(): LangKey {
  const requested = new URLSearchParams(window.location.search).get('lang');
  return requested === 'en_US' || requested === 'zh_CN' ? requested : langKeyByLocale[apiSettings().locale];
}

function headers(): Record<string, string> {
  const { token } = useSession.getState();
  return {
    Language: language(),
    Currency: useCurrency.getState().currency,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}

/** Address of a stream: an EventSource sends no headers, so what they would say is in the query. */
export const streamUrl = (path: string, params: Record<string, string>): string =>
  `/api${path}?${new URLSearchParams(params)}`;

function request(path: string, { params, body, json, signal, timeoutMs = REQUEST_TIMEOUT_MS }: CallOptions) {
  const query = params
    ? `?${new URLSearchParams(Object.entries(params).map(([k, v]) => [k, String(v)]))}`
    : '';
  const timeout = AbortSignal.timeout(timeoutMs);
  const init: RequestInit = {
    headers: headers(),
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
  return fetch(`/api${path}${query}`, init);
}

function isEnvelope(value: unknown): value is { code: number; msg: string; data: unknown } {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number';
}

async function envelope(path: string, options: CallOptions) {
  try {
    const response = await request(path, options);
    const answer: unknown = await response.json().catch(() => null);
    if (isEnvelope(answer)) return answer;
    if (response.status === 429) throw new ApiError(429, apiSettings().wording.tooMany);
    throw new ApiError(
      0,
      response.status >= 500 ? apiSettings().wording.unavailable : apiSettings().wording.malformed,
    );
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new ApiError(0, apiSettings().wording.timeout);
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, apiSettings().wording.offline);
  }
}

/**
 * Calls the API and gives `data` (API-1 to API-6). `T` is inferred from the schema by which the server parses its own
 * answer, so it is not parsed a second time here.
 * @throws ApiError after one translated warning (unless silent); the abort reason, without warning, when cancelled.
 */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { token } = useSession.getState();
  try {
    const { code, msg, data } = await envelope(path, options);
    if (code === 200) return data as T;
    throw new ApiError(code, msg, data);
  } catch (error) {
    if (options.signal?.aborted && !(error instanceof ApiError)) {
      console.info(`cancelled: ${path}`);
      throw error;
    }
    const failure = error instanceof ApiError ? error : new ApiError(0, apiSettings().wording.malformed);
    // An answer that comes late may be about an older token than the one held now.
    const isCurrent = token !== null && token === useSession.getState().token;
    if (LOGOUT_CODES.includes(failure.code) && isCurrent) endSession();
    else if (!options.silent) notify('warning', failure.message);
    throw failure;
  }
}

/** Revokes a token on the server; a failure leaves it to expire by itself. */
export async function revokeToken(token: string): Promise<void> {
  const answer = await fetch('/api/user/logout', {
    method: 'POST',
    headers: { Language: language(), Authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => null);
  if (!answer?.ok) notify('warning', apiSettings().wording.offline);
}
