import { z } from 'zod';
import type { RouteHandler } from '@/lib/server/http/handler';
import { ORIGIN } from './api-backend';

type CallOptions = {
  /** Form-encoded unless `json`. */
  body?: Record<string, string | number>;
  json?: boolean;
  query?: Record<string, string | number>;
  params?: Record<string, string>;
  token?: string;
  headers?: Record<string, string>;
};

const answerSchema = z.strictObject({ code: z.number(), msg: z.string(), data: z.unknown() });

const asText = (values: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();

/** Calls a route as Next would, with a request as a browser on our site sends it, and reads the envelope. */
export async function callRoute(route: RouteHandler, options: CallOptions = {}) {
  const { body, json, query = {}, params = {}, token, headers } = options;
  const response = await route(
    new Request(`${ORIGIN}/api/call?${asText(query)}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body ? { 'Content-Type': json ? 'application/json' : 'application/x-www-form-urlencoded' } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        Origin: ORIGIN,
        ...headers,
      },
      ...(body ? { body: json ? JSON.stringify(body) : asText(body) } : {}),
    }),
    { params: Promise.resolve(params) },
  );
  return { ...answerSchema.parse(await response.json()), status: response.status, headers: response.headers };
}
