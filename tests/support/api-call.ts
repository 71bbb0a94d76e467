import { z } from 'zod';
import { GET as metrics } from '@/app/api/metrics/route';
import { peerHeader } from '@/lib/server/http/connections';
import type { RouteHandler } from '@/lib/server/http/handler';
import { placeOf, problemsOf } from './api-document';
import { ORIGIN } from './plain-chains';

type CallOptions = {
  /** Request body, form-encoded unless `json` is set. */
  body?: Record<string, unknown>;
  json?: boolean;
  query?: Record<string, string | number>;
  params?: Record<string, string>;
  token?: string;
  headers?: Record<string, string>;
  /** IP address of the client. The default is this machine. */
  peer?: string;
  /** Aborts when the client disconnects. */
  signal?: AbortSignal;
};

const answerSchema = z.strictObject({ code: z.number(), msg: z.string(), data: z.unknown() });

const asText = (values: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();

/** Validates a response against the OpenAPI document. Undocumented routes may return only 404, 405 or 429. */
async function requireDocumented(route: RouteHandler, status: number, body: unknown): Promise<void> {
  const place = await placeOf(route);
  const problems = place
    ? await problemsOf(place, { status, mediaType: 'application/json', body })
    : [404, 405, 429].includes(status)
      ? []
      : [`an undocumented route answered ${status}`];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/**
 * Calls a route handler as Next.js would, with a request like those from the site's own pages. Returns the envelope
 * after validating it against the OpenAPI document.
 */
export async function callRoute(route: RouteHandler, options: CallOptions = {}) {
  const { body, json, query = {}, params = {}, token, headers, peer = '127.0.0.1', signal } = options;
  const response = await route(
    new Request(`${ORIGIN}/api/call?${asText(query)}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body ? { 'Content-Type': json ? 'application/json' : 'application/x-www-form-urlencoded' } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        Origin: ORIGIN,
        [peerHeader()]: peer,
        ...headers,
      },
      ...(body ? { body: json ? JSON.stringify(body) : asText(body) } : {}),
      signal: signal ?? null,
    }),
    { params: Promise.resolve(params) },
  );
  const answer = answerSchema.parse(await response.json());
  await requireDocumented(route, response.status, answer);
  return { ...answer, status: response.status, headers: response.headers };
}

export const METRICS_TOKEN = 'the token of the metrics under test';

/** Requests the metrics as Prometheus does. */
export const scrape = (headers: Record<string, string> = { Authorization: `Bearer ${METRICS_TOKEN}` }) =>
  metrics(new Request(`${ORIGIN}/api/metrics`, { headers }), { params: Promise.resolve({}) });

/** Returns the metric samples by name and labels, as text. */
export async function samples(): Promise<Map<string, number>> {
  const lines = (await (await scrape()).text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}
