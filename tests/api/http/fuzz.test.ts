import fc from 'fast-check';
import { z } from 'zod';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { type ApiRoute, apiPlaces, loadRoute, METHODS } from '../../support/api-document';
import { tokenOf } from '../../support/api-sign-in';
import { fuzzSeed as seed } from '../../support/fuzz-seed';
import { type HostileRequest, hostileRequest } from '../../support/hostile-requests';
import { ORIGIN, UNLIMITED } from '../../support/plain-chains';

const REQUESTS = 500;
const AT_ONCE = 25;
/**
 * Time limit for a response. A response takes milliseconds on an idle machine, so only an input that makes the server
 * hang exceeds this limit.
 */
const SLOWEST_MS = 60_000;

const envelope = z.strictObject({ code: z.int(), msg: z.string().min(1), data: z.json() });
/** Routes whose successful responses have no envelope. Their error responses have one. */
const BARE = /^(health\/\w+|metrics|openapi\.json|tokenlist\.json|erc7730\/.+)$/;
/** Webhooks of the card issuer, whose error responses have no content. */
const WEBHOOK = /^card\/issuer\//;
/** So that webhooks check signatures. Nothing answers at this origin. */
const ISSUER = {
  CARD_ISSUER_KEY: 'sk_test_fuzz',
  CARD_ISSUER_ORIGIN: 'http://127.0.0.1:1',
  CARD_DECISION_SECRETS: 'whsec_decision',
  CARD_EVENT_SECRETS: 'whsec_events',
};

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({ env: { RATE_LIMITS: UNLIMITED, ...ISSUER } });
});
afterAll(() => backend.stop());

/** Returns an error message if a response is wrong, otherwise null. */
async function fault(place: string, response: Response): Promise<string | null> {
  const { status, headers } = response;
  const type = headers.get('Content-Type') ?? '';
  if (status >= 500) return `answers ${status}: ${await response.text()}`;
  if (status === 204 || status === 303)
    return (await response.text()) === '' ? null : `${status} with a body`;
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return status === 200 ? null : `a stream with ${status}`;
  }
  if (status === 200 && BARE.test(place)) {
    await response.text();
    return /^(application\/json|text\/plain)/.test(type) ? null : `is ${type}`;
  }
  if (status >= 400 && WEBHOOK.test(place) && type === '')
    return (await response.text()) === '' ? null : `${status} with a body`;
  if (!/^application\/json(;|$)/.test(type)) return `is ${type}`;
  const text = await response.text();
  // The pages for card numbers and PINs, which this host doesn't have.
  if (/^card\/(frame|pinFrame)$/.test(place))
    return status === 404 && text === 'null' ? null : `is ${text.slice(0, 300)}`;
  const parsed = envelope.safeParse(JSON.parse(text));
  if (!parsed.success) return `is no envelope: ${text.slice(0, 300)}`;
  const { code } = parsed.data;
  return status === (code === 1007 ? 401 : code) ? null : `has code ${code} with status ${status}`;
}

async function send(
  { place, calls }: ApiRoute,
  hostile: HostileRequest,
  token: string,
): Promise<string | null> {
  const { method, query, headers, body, params, isSignedIn } = hostile;
  const call = calls[method === 'HEAD' ? 'GET' : method];
  // Next.js itself handles methods that a route file doesn't export.
  if (!call) return null;
  const request = new Request(`${ORIGIN}/api/${encodeURI(place)}?${query}`, {
    method,
    body,
    headers: { ...headers, ...(isSignedIn ? { Authorization: `Bearer ${token}` } : {}) },
  });
  const startedAt = performance.now();
  const wrong = await fault(place, await call(request, { params: Promise.resolve(params) }));
  const ms = performance.now() - startedAt;
  return wrong ?? (ms > SLOWEST_MS ? `took ${Math.round(ms)} ms` : null);
}

const abridged = (hostile: HostileRequest) =>
  JSON.stringify(hostile, (_, value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : value));

test('API-4 finds the calls in the file tree', () => {
  expect(apiPlaces).toEqual(
    expect.arrayContaining(['coin/[id]', 'user/login', 'deposit/verifyTx', '[[...path]]']),
  );
});

test.each(apiPlaces)(
  `API-4 answers all of ${REQUESTS} hostile requests to /api/%s without an error`,
  async (place) => {
    const route = await loadRoute(place);
    const allowed: (typeof METHODS)[number][] = [];
    for (const method of METHODS) {
      const answer = await route.calls[method]?.(new Request(`${ORIGIN}/api/x`, { method }), {
        params: Promise.resolve({}),
      });
      await answer?.body?.cancel();
      if (answer && answer.status !== 405) allowed.push(method);
    }
    expect(allowed.length).toBeGreaterThan(0);

    const token = await tokenOf(demoAccount(1));
    const requests = fc.sample(hostileRequest(place, allowed), { numRuns: REQUESTS, seed });
    const faults: string[] = [];
    const next = requests.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const hostile of next) {
          const wrong = await send(route, hostile, token);
          if (wrong !== null) faults.push(`${wrong} — to ${abridged(hostile)}`);
        }
      }),
    );
    expect({ seed, count: faults.length, first: faults.slice(0, 3) }).toEqual({ seed, count: 0, first: [] });
  },
);
