import { createHash } from 'node:crypto';
import type { oas31 } from 'zod-openapi';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { apiRequests } from '../support/api-requests';
import {
  buildOnce,
  type SiteInstance,
  startInstance,
  startNextAlone,
  tokenOn,
} from '../support/site-instance';
import { type SiteServices, startSiteServices } from '../support/site-services';

let services: SiteServices;
let instance: SiteInstance;
let alone: Awaited<ReturnType<typeof startNextAlone>>;

beforeAll(async () => {
  await buildOnce();
  services = await startSiteServices();
  instance = await startInstance(services, 'instance');
  alone = await startNextAlone(services);
}, 1_800_000);
afterAll(async () => {
  await Promise.all([instance?.stop(), alone?.stop()]);
  await services?.stop();
}, 120_000);

/** Headers that differ between two requests, or that say how a body is sent, which each server chooses itself. */
const LEFT_OUT = [
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
];
/** Next's own request headers, by which it says that every response differs. */
const FLIGHT = /^(?:rsc|next-router-.*)$/;

const variesBy = (vary: string) =>
  vary.split(', ').filter((name) => name !== '' && !FLIGHT.test(name.toLowerCase()));

/** Returns an ETag without what only a server that compresses itself knows: the encoding. */
const unencoded = (etag: string) => etag.replace(/^W\//, '').replace(/-(?:br|gz)"$/, '"');

/** Returns a response's status, compared headers, and decompressed body (of an event stream, what comes before its first event). */
async function ask(origin: string, path: string, init: RequestInit) {
  const aborted = new AbortController();
  const answer = await fetch(origin + path, { redirect: 'manual', ...init, signal: aborted.signal });
  const { status, headers } = answer;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream');
  const first = isStream ? await answer.body?.getReader().read() : undefined;
  // The first event can be in the same chunk, and has the time.
  const start = Buffer.from(first?.value ?? []);
  const body = isStream
    ? start.subarray(0, start.indexOf('\n\n'))
    : new Uint8Array(await answer.arrayBuffer());
  aborted.abort();
  const compared = [...headers].filter(([name]) => !LEFT_OUT.includes(name) && name !== 'vary');
  return {
    request: [path, init],
    status,
    headers: Object.fromEntries(
      compared.map(([name, value]) => [name, name === 'etag' ? unencoded(value) : value]),
    ),
    vary: variesBy(headers.get('vary') ?? ''),
    start: Buffer.from(body ?? [])
      .toString()
      .slice(0, 300),
    hash: createHash('sha256')
      .update(body ?? '')
      .digest('hex'),
  };
}

test('API-1 OPS-5 `next start` alone answers every call of the API as the launcher does', async () => {
  const description = await fetch(`${instance.origin}/api/openapi.json`);
  const document: oas31.OpenAPIObject = await description.json();
  const token = await tokenOn(instance.origin, demoAccount(1));
  const statuses = new Set<number>();
  for (const [path, init] of apiRequests(document, token)) {
    // The document is a file of the build, like pages (tests/instances/next-start.test.ts).
    if (path.split('?')[0] === '/api/openapi.json' && ['GET', 'HEAD'].includes(init.method ?? 'GET'))
      continue;
    const ours = await ask(instance.origin, path, init);
    expect(await ask(alone.origin, path, init)).toEqual(ours);
    statuses.add(ours.status);
  }
  expect([...statuses].sort()).toEqual(
    expect.arrayContaining([200, 204, 304, 308, 400, 401, 403, 404, 405, 413, 415]),
  );
});
