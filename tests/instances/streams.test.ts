import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buildOnce, type SiteInstance, startInstance } from '../support/site-instance';
import { type SiteServices, startSiteServices } from '../support/site-services';
import { until } from '../support/until';

const METRICS_TOKEN = 'the token of the metrics, on loopback';
const STREAM = '/api/coin/pricing/stream';

let services: SiteServices;
let instance: SiteInstance;

beforeAll(async () => {
  await buildOnce();
  services = await startSiteServices();
  instance = await startInstance(services, 'instance', { METRICS_TOKEN });
}, 1_800_000);
afterAll(async () => {
  await instance?.stop();
  await services?.stop();
}, 120_000);

/** Returns how many price streams the instance has open, by its metrics. */
async function openStreams(): Promise<number> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${instance.origin}/api/metrics`, { headers })).text();
  return Number(/^tidewell_price_stream_readers (\d+)$/m.exec(text)?.[1]);
}

async function open(): Promise<IncomingMessage> {
  const [answer] = await once(get(instance.origin + STREAM, { agent: false }), 'response');
  return answer;
}

test('PRICE-1 a stream sends its first event, and ends with the connection', async () => {
  const stream = await open();
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  });
  expect(String((await once(stream, 'data'))[0])).toMatch(/^retry: 3000\n\n/);
  expect(await openStreams()).toBe(1);
  stream.destroy();
  await until(async () => (await openStreams()) === 0, 'the stream has ended');
  const head = await fetch(instance.origin + STREAM, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, stream.headers['content-type']]);
  expect(await openStreams()).toBe(0);
});

test('PRICE-1 streams end with their connection, also those that wait behind another (pipelining)', async () => {
  const { port } = new URL(instance.origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET ${STREAM} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(3));
  await until(async () => (await openStreams()) === 3, 'the streams are open');
  socket.destroy();
  await until(async () => (await openStreams()) === 0, 'the streams have ended');
});

test.each(['/api/nft/media', '/api/messages/image'])('NFT-1 %s is sandboxed', async (path) => {
  const { headers } = await fetch(instance.origin + path);
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  );
});

test('OPS-3 a stopping server ends its streams', async () => {
  const stream = await open();
  stream.resume();
  const ended = once(stream, 'end');
  await Promise.all([ended, instance.stop()]);
  expect(stream.complete).toBe(true);
});
