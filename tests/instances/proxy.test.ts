import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { avatarResult } from '@/lib/api/schemas/user';
import { SECURITY_HEADERS } from '@/lib/http/response-headers';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { E2E_ORIGIN } from '../support/e2e-site';
import { type Nginx, startNginx } from '../support/nginx';
import { gradeOf, scoreOf } from '../support/observatory';
import { plain } from '../support/pictures';
import { buildOnce, type SiteInstance, startInstance, tokenOn } from '../support/site-instance';
import { type SiteServices, startSiteServices } from '../support/site-services';
import { until } from '../support/until';
import { deployToken, sendTo } from '../support/wallet-tokens';

const ADDRESS = privateKeyToAccount(`0x${'ab'.repeat(32)}`).address;
/**
 * Settings with the drain time that docs/operations.md recommends for restarts, and with a trusted proxy on this
 * machine.
 */
const env = {
  DRAIN_SECONDS: '5',
  TRUSTED_PROXIES: '127.0.0.1/32',
  METRICS_TOKEN: 'a-token-of-at-least-32-characters-0123',
};

let services: SiteServices;
let instances: [SiteInstance, SiteInstance];
let nginx: Nginx;
let session: ClientHttp2Session | undefined;

beforeAll(async () => {
  await buildOnce();
  services = await startSiteServices();
  instances = [await startInstance(services, 'one', env), await startInstance(services, 'two', env)];
  nginx = await startNginx([instances[0].origin, instances[1].origin]);
}, 600_000);
afterAll(async () => {
  session?.destroy();
  await nginx?.stop();
  await Promise.all((instances ?? []).map((instance) => instance.stop()));
  await services?.stop();
}, 120_000);

/** Returns the open HTTP/2 session, or a new one, because nginx ends each session after 1,000 requests. */
function open(): ClientHttp2Session {
  if (!session || session.closed || session.destroyed) session = connect(nginx.origin, { ca: nginx.cert });
  return session;
}

type Response = { status: number; headers: Record<string, unknown>; body: Buffer };

/** Sends a request over HTTP/2. Rejects if the stream breaks. */
async function request(
  path: string,
  options: Record<string, string> & { form?: string } = {},
): Promise<Response> {
  const { form, ...headers } = options;
  const stream = open().request({
    ':path': path,
    ':method': form === undefined ? 'GET' : 'POST',
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...headers,
  });
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.end(form);
  const end = once(stream, 'end');
  try {
    const [[{ ':status': status, ...received }]] = await Promise.all([once(stream, 'response'), end]);
    return { status, headers: received, body: Buffer.concat(chunks) };
  } catch (error) {
    // The server ended the session before it processed the request, so retry it as browsers do (RFC 9113, section 8.7).
    if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) return request(path, options);
    throw error;
  }
}

const nonce = () =>
  request('/api/user/generateNonce', {
    origin: E2E_ORIGIN,
    form: String(new URLSearchParams({ address: ADDRESS, chainId: '31337' })),
  });

/** Returns the number of calls to a route that the instances have handled since their start. */
async function answered(route: string, by: readonly SiteInstance[] = instances): Promise<number> {
  const counts = await Promise.all(
    by.map(async ({ origin }) => {
      const headers = { Authorization: `Bearer ${env.METRICS_TOKEN}` };
      const text = await (await fetch(`${origin}/api/metrics`, { headers })).text();
      const lines = text.split('\n').filter((line) => line.startsWith('tidewell_http_requests_total{'));
      return lines
        .filter((line) => line.includes(`route="${route}"`))
        .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

test('OPS-5 the proxy sends pages over HTTP/2 as the site made them, and plain HTTP to TLS', async () => {
  const page = await request('/home', { 'accept-encoding': 'br' });
  expect(open().alpnProtocol).toBe('h2');
  expect(page.status).toBe(200);
  const own = await fetch(`${instances[0].origin}/home`, { headers: { 'Accept-Encoding': 'br' } });
  for (const name of ['etag', 'content-encoding', 'content-security-policy', 'strict-transport-security'])
    expect(page.headers[name]).toBe(own.headers.get(name));
  const known = await request('/home', {
    'accept-encoding': 'br',
    'if-none-match': String(page.headers.etag),
  });
  expect([known.status, known.body.length]).toEqual([304, 0]);

  const plain = await fetch(`${nginx.plainOrigin}/home`, { redirect: 'manual' });
  expect(plain.status).toBe(308);
  expect(plain.headers.get('location')).toMatch(/^https:.*\/home$/);
});

test('OPS-5 the proxy requests content that is the same for all visitors only once per language and encoding', async () => {
  const path = '/api/config/website';
  const ask = (language: string, encoding: string) =>
    request(path, { language, 'accept-encoding': encoding });
  const before = await answered(path);
  const rounds = [];
  for (const language of ['en', 'zh-Hant', 'en', 'zh-Hant'])
    rounds.push(await Promise.all([ask(language, 'gzip'), ask(language, 'gzip'), ask(language, 'identity')]));
  expect(await answered(path)).toBe(before + 4);
  for (const [first, same, plain] of rounds) {
    expect([first?.status, same?.status, plain?.status]).toEqual([200, 200, 200]);
    expect(same?.body).toEqual(first?.body);
    expect(plain?.body).not.toEqual(first?.body);
  }
  const ids = rounds.flat().map(({ headers }) => headers['x-request-id']);
  expect(new Set(ids).size).toBe(ids.length);
  const etag = String(rounds[0]?.[2]?.headers.etag);
  expect((await request(path, { language: 'en', 'if-none-match': etag })).status).toBe(304);

  const personal = '/api/user/info';
  const refused = await Promise.all([request(personal), request(personal)]);
  expect(refused.map(({ body }) => JSON.parse(String(body)).code)).toEqual([401, 401]);
  expect(await answered(personal)).toBe(2);
});

test('OPS-5 prices stream through the proxy', async () => {
  const stream = open().request({ ':path': '/api/coin/pricing/stream' });
  const [{ ':status': status, 'content-type': type }] = await once(stream, 'response');
  const [first] = await once(stream, 'data');
  stream.close();
  expect([status, type]).toEqual([200, expect.stringContaining('text/event-stream')]);
  expect(String(first)).not.toBe('');
});

/** Returns the headers of an HTTP/2 response without its pseudo-headers, such as `:status`. */
const headersIn = (received: Record<string, unknown>) =>
  new Headers(
    Object.entries(received).flatMap(([name, value]): [string, string][] =>
      name.startsWith(':') ? [] : [[name, String(value)]],
    ),
  );

/** Mints an NFT with an image, and returns the path of the image. */
async function mintPicture(): Promise<string> {
  const { chain } = services;
  const url = (type: string, text: string) => `data:${type};base64,${Buffer.from(text).toString('base64')}`;
  const square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
  const metadata = { name: 'Square', image: url('image/svg+xml', square) };
  const names = encodeAbiParameters(parseAbiParameters('string, string'), ['Open', 'OPEN']);
  const contract = await deployToken(chain.client, 'OpenCollectible', names);
  const uri = url('application/json', JSON.stringify(metadata));
  await sendTo(chain.client, contract, 'mint', [demoAccount(1).address, uri]);
  return `/api/nft/media?chainId=${chain.id}&contract=${contract}&tokenId=1`;
}

/** Uploads an image, and returns its path. */
async function uploadPicture(): Promise<string> {
  const [{ origin }] = instances;
  const body = new FormData();
  body.append('file', new File([new Uint8Array(await plain(8, 8).png().toBuffer())], 'me.png'));
  const headers = { Origin: E2E_ORIGIN, Authorization: `Bearer ${await tokenOn(origin, demoAccount(1))}` };
  const response = await fetch(`${origin}/api/upload/avatar`, { method: 'POST', headers, body });
  return new URL(avatarResult.parse((await response.json()).data).url, origin).pathname;
}

test('OPS-5 Mozilla Observatory would grade every kind of response A+, and the proxy keeps the site’s headers', async () => {
  const html = String((await request('/home')).body);
  const [script = ''] = /\/_next\/static\/[^"'\\]+\.js/.exec(html) ?? [];
  const cached = '/api/config/website';
  const answers: [path: string, status: number, type: RegExp, options?: Record<string, string>][] = [
    ['/home', 200, /^text\/html/],
    ['/home', 304, /^/, { 'if-none-match': String((await request('/home')).headers.etag) }],
    ['/zh-Hant/wallet', 200, /^text\/html/],
    ['/home', 200, /^text\/x-component/, { rsc: '1' }],
    [script, 200, /javascript/],
    ['/', 307, /^/],
    ['/nowhere', 307, /^/],
    ['/icon.svg', 200, /^image\/svg/],
    ['/robots.txt', 200, /^text\/plain/],
    ['/api/docs', 200, /^text\/html/],
    [cached, 200, /^application\/json/],
    // Served from the proxy's cache.
    [cached, 200, /^application\/json/],
    ['/api/user/info', 401, /^application\/json/],
    ['/api/nowhere', 404, /^application\/json/],
    ['/api/health/live', 200, /^application\/json/],
    [await uploadPicture(), 200, /^image\/webp/],
    ['/avatars/none', 404, /^/],
    [await mintPicture(), 200, /^image\/webp/],
  ];
  const faults: string[] = [];
  for (const [path, status, type, options = {}] of answers) {
    const answer = await request(path, options);
    const headers = headersIn(answer.headers);
    const kind = `${path} ${answer.status} ${headers.get('content-type') ?? ''}`;
    if (answer.status !== status || !type.test(headers.get('content-type') ?? ''))
      faults.push(`${kind} instead of ${status} ${type}`);
    if (gradeOf(scoreOf(headers)) !== 'A+') faults.push(`${kind}: ${gradeOf(scoreOf(headers))}`);
    const own = await fetch(`${instances[0].origin}${path}`, { redirect: 'manual', headers: options });
    await own.body?.cancel();
    for (const name of [...Object.keys(SECURITY_HEADERS), 'Content-Security-Policy'])
      if (headers.get(name) !== own.headers.get(name))
        faults.push(`${kind}: ${name} is ${headers.get(name)} instead of ${own.headers.get(name)}`);
  }
  expect(faults).toEqual([]);
  const stream = open().request({ ':path': '/api/coin/pricing/stream' });
  const [headers] = await once(stream, 'response');
  stream.close();
  expect(headers['content-type']).toMatch(/^text\/event-stream/);
  expect(gradeOf(scoreOf(headersIn(headers)))).toBe('A+');
});

test('OPS-5 while the instances restart one after another, no page, read or write fails', async () => {
  const statuses: Record<string, number> = {};
  let isRestarting = true;
  const load = async (name: string, ask: () => Promise<Response>, isOk: (response: Response) => boolean) => {
    while (isRestarting) {
      const response = await ask();
      const outcome = `${name} ${isOk(response) ? 'ok' : `${response.status} ${String(response.body).slice(0, 100)}`}`;
      statuses[outcome] = (statuses[outcome] ?? 0) + 1;
    }
  };
  const isSuccess = ({ status, body }: Response) => status === 200 && JSON.parse(String(body)).code === 200;
  const loads = [
    load(
      'page',
      () => request('/home'),
      ({ status }) => status === 200,
    ),
    load(
      'page',
      () => request('/zh-Hant/wallet'),
      ({ status }) => status === 200,
    ),
    load('read', () => request('/api/article/type/ordinary?page=1'), isSuccess),
    load('write', nonce, isSuccess),
    load('write', nonce, isSuccess),
  ];
  const settled = Promise.all(loads);
  const restart = async () => {
    for (const instance of instances) {
      await instance.stop();
      await instance.start();
      await until(
        async () => !isRestarting || (await answered('/api/user/generateNonce', [instance])) > 5,
        'requests again',
      );
    }
  };
  const restarted = restart();
  try {
    await Promise.race([restarted, settled]);
  } finally {
    isRestarting = false;
    await Promise.allSettled([restarted, settled]);
  }
  await settled;
  expect(Object.keys(statuses).sort()).toEqual(['page ok', 'read ok', 'write ok']);
  for (const name of ['page ok', 'read ok', 'write ok']) expect(statuses[name]).toBeGreaterThan(20);
});

test('OPS-5 no request fails when an instance stops that nginx has not used since the other restarted', async () => {
  const [first, second] = instances;
  const burst = async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => request('/home')));
    return pages.map(({ status }) => status);
  };
  const all = Array.from({ length: 20 }, () => 200);
  await first.stop();
  expect(await burst()).toEqual(all);
  await first.start();
  await second.stop();
  expect(await burst()).toEqual(all);
  await second.start();
});
