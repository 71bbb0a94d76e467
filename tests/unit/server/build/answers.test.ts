/** @jest-environment node */
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { computeCacheBustingSearchParam } from 'next/dist/shared/lib/router/utils/cache-busting-search-param';
import { inlineScriptHashes } from '@/lib/http/inline-script-hashes';
import { writeAnswers } from '@/server/build/answers';
import { answersDir } from '@/server/serve/answer-manifest';
import { loadAnswers } from '@/server/serve/answers';

const DAY_MS = 24 * 60 * 60 * 1_000;
const policy = { connect: [], frameAncestors: [], frames: [], walletConnect: false };
const text = 'A page that is long enough to be worth compressing. '.repeat(20);
const html = `<html><head><script src="/_next/static/a1.js" async=""></script></head><body>${text}<script>go()</script></body></html>`;

let root: string;
let dist: string;
let server: Server | undefined;

async function put(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), content);
}

async function putPage(route: string, content = html): Promise<void> {
  const base = `.next/server/app${route}`;
  await put(`${base}.html`, content);
  await put(`${base}.rsc`, `flight of ${route} ${text}`);
  await put(`${base}.segments/_tree.segment.rsc`, `tree of ${route}`);
  const headers = { 'x-nextjs-stale-time': '300', 'x-next-cache-tags': 'a,b' };
  await put(`${base}.meta`, JSON.stringify({ headers, segmentPaths: ['/_tree'] }));
}

const page = (route: string) => ({ initialRevalidateSeconds: false, dataRoute: `${route}.rsc` });
const putRoutes = (routes: Record<string, unknown>) =>
  put('.next/prerender-manifest.json', JSON.stringify({ routes }));

/** Create a build with a page in two languages, a not-found page, a metadata route, a script and a public file. */
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'tidewell-answers-'));
  dist = path.join(root, '.next');
  for (const route of ['/en/home', '/zh-Hant/home', '/en/404', '/_not-found']) await putPage(route);
  await put('.next/server/app/robots.txt.body', 'User-agent: *');
  await put('.next/static/a1.js', 'first()');
  await put('public/images/a.svg', '<svg/>');
  await putRoutes({
    ...Object.fromEntries(
      ['/en/home', '/zh-Hant/home', '/en/404', '/_not-found'].map((at) => [at, page(at)]),
    ),
    '/robots.txt': {
      initialRevalidateSeconds: false,
      initialHeaders: { 'content-type': 'text/plain', 'x-next-cache-tags': 'c', 'cache-control': 'public' },
      dataRoute: null,
    },
  });
});
afterEach(async () => {
  server?.close();
  server?.closeAllConnections();
  server = undefined;
  await rm(root, { recursive: true, force: true });
});

async function serve(sharedSeconds = 60): Promise<void> {
  const { answer } = await loadAnswers({ dir: answersDir(dist), policy, sharedSeconds, draftId: 'drafts' });
  server = createServer((asked, response) => {
    if (!answer(asked.url?.split('?')[0] ?? '', asked, response)) response.writeHead(418).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** Sends a request without the encodings and caching that `fetch` adds. */
async function ask(url: string, headers: IncomingHttpHeaders = {}, method = 'GET') {
  const address = server?.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  const sent = request({ host: '127.0.0.1', port, path: url, method, headers }).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

test('OPS-5 a page is sent in the smallest accepted encoding, with its own strong ETag for each', async () => {
  await writeAnswers(root, dist);
  await serve();
  const plain = await ask('/home');
  const sent = plain.body.toString();
  const packed = {
    br: await ask('/home?a=1', { 'accept-encoding': 'gzip, deflate, br' }),
    gzip: await ask('/home', { 'accept-encoding': 'gzip, br;q=0' }),
  };
  expect(sent).toContain(text);
  expect(brotliDecompressSync(packed.br.body).toString()).toBe(sent);
  expect(gunzipSync(packed.gzip.body).toString()).toBe(sent);
  const all = [plain, packed.br, packed.gzip];
  expect(all.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
  expect(new Set(all.map(({ headers }) => headers.etag)).size).toBe(3);
  for (const { headers, body } of all) {
    expect(headers.etag).toMatch(/^"[0-9a-f]{20}(?:-br|-gz)?"$/);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers.vary).toContain('Accept-Encoding');
  }
});

test('OPS-5 a page’s policy lists the hashes of the scripts it is sent with, which load after the first paint', async () => {
  await writeAnswers(root, dist);
  await serve();
  const { headers, body } = await ask('/home');
  expect(body.toString()).not.toContain('<script src=');
  expect(body.toString()).toContain('"/_next/static/a1.js"');
  const hashes = inlineScriptHashes(body.toString());
  expect(hashes).toHaveLength(2);
  expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashes.join(' ')};`);
  expect(headers).not.toHaveProperty('x-next-cache-tags');
  // The files in Next.js's own build are unchanged.
  expect(await readFile(path.join(dist, 'server/app/en/home.html'), 'utf8')).toBe(html);
});

test('OPS-5 revalidates with 304, answers HEAD without a body, and leaves other methods to Next', async () => {
  await writeAnswers(root, dist);
  await serve();
  const { headers } = await ask('/home', { 'accept-encoding': 'br' });
  const again = { 'accept-encoding': 'br', 'if-none-match': `"other", ${headers.etag}` };
  expect(await ask('/home', again)).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  expect((await ask('/home', { ...again, 'accept-encoding': 'gzip' })).status).toBe(200);
  const head = await ask('/home', { 'accept-encoding': 'br' }, 'HEAD');
  expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  expect(head.headers['content-length']).toBe(headers['content-length']);
  for (const method of ['POST', 'OPTIONS', 'DELETE'])
    expect((await ask('/home', {}, method)).status).toBe(418);
});

test('SITE-4 OPS-5 client-side navigation gets flight data and segments, and learns the page behind an unprefixed path', async () => {
  await writeAnswers(root, dist);
  await serve();
  const flight = await ask('/home?_rsc=1', { rsc: '1' });
  expect(flight.body.toString()).toContain('flight of /en/home');
  expect(flight.headers).toMatchObject({
    'content-type': 'text/x-component; charset=utf-8',
    'x-nextjs-rewritten-path': '/en/home',
    'x-nextjs-stale-time': '300',
  });
  const segment = { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' };
  const other = await ask('/zh-Hant/home?_rsc=1', segment);
  expect(other.body.toString()).toBe('tree of /zh-Hant/home');
  expect(other.headers).not.toHaveProperty('x-nextjs-rewritten-path');
  expect((await ask('/home', { ...segment, 'next-router-segment-prefetch': '/none' })).status).toBe(418);
});

/** Kinds of requests that Next's client sends for flight data: a navigation, prefetches, and a segment. */
const flightRequests: Record<string, string>[] = [
  {},
  { 'next-router-prefetch': '1' },
  { 'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D' },
  { 'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D', 'next-url': '/en/home' },
  { 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
];

test('OPS-5 shared caches that ignore Vary may keep flight data only under the URL that Next requests it with', async () => {
  await writeAnswers(root, dist);
  await serve();
  const isShared = async (url: string, headers: IncomingHttpHeaders) => {
    const given = (await ask(url, headers)).headers;
    const isPrivate = given['cache-control'] === 'private, no-store' && !('cdn-cache-control' in given);
    if (!isPrivate) expect(given['cache-control']).toContain('s-maxage=60');
    return !isPrivate;
  };
  expect(await isShared('/home', {})).toBe(true);
  expect(await isShared('/home?a=1', {})).toBe(true);
  for (const headers of flightRequests) {
    const hash = await computeCacheBustingSearchParam(
      headers['next-router-prefetch'] as '1' | undefined,
      headers['next-router-segment-prefetch'],
      headers['next-router-state-tree'],
      headers['next-url'],
    );
    const url = `/home?_rsc${hash && `=${hash}`}`;
    expect([url, await isShared(url, { rsc: '1', ...headers })]).toEqual([url, true]);
    // The URL of the page, of other flight data, and of this flight data but for the page.
    expect(await isShared('/home', { rsc: '1', ...headers })).toBe(false);
    expect(await isShared('/home?_rsc=other', { rsc: '1', ...headers })).toBe(false);
    expect(await isShared(url, {})).toBe(false);
  }
});

test('SITE-2 I18N-5 OPS-5 sends the not-found page with 404, and leaves unknown paths and previews to Next', async () => {
  await writeAnswers(root, dist);
  await serve();
  expect((await ask('/404')).status).toBe(404);
  for (const unknown of ['/en/home', '/none', '/_not-found', '/../package.json', '/home/', '/%68ome'])
    expect((await ask(unknown)).status).toBe(418);
  expect((await ask('/home', { cookie: 'a=b; __prerender_bypass=drafts' })).status).toBe(418);
  expect((await ask('/home', { cookie: '__prerender_bypass=forged' })).status).toBe(200);
});

test('OPS-5 each kind of file has its caching and policy headers', async () => {
  await writeAnswers(root, dist);
  await serve(90);
  const caching = async (url: string) => (await ask(url)).headers['cache-control'];
  expect(await caching('/home')).toBe('public, max-age=0, must-revalidate, s-maxage=90');
  expect((await ask('/home')).headers['cdn-cache-control']).toBe(
    'public, max-age=90, stale-while-revalidate=86400',
  );
  expect(await caching('/_next/static/a1.js')).toBe('public, max-age=31536000, immutable');
  expect(await caching('/images/a.svg')).toBe('public, max-age=0, must-revalidate');
  expect(await caching('/robots.txt')).toBe('public, max-age=0, must-revalidate');
  expect((await ask('/images/a.svg')).headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  });
  expect((await ask('/robots.txt')).headers['content-type']).toBe('text/plain; charset=utf-8');
  expect((await ask('/home')).headers['content-type']).toBe('text/html; charset=utf-8');
});

test('OPS-5 without shared caching a page is only revalidated', async () => {
  await writeAnswers(root, dist);
  await serve(0);
  const { headers } = await ask('/home');
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  expect(headers).not.toHaveProperty('cdn-cache-control');
});

test('OPS-5 hashed files of an earlier build stay for a day, and then their bodies are deleted', async () => {
  const start = Date.now();
  await writeAnswers(root, dist, { now: start });
  await rm(path.join(dist, 'static/a1.js'));
  await put('.next/static/b2.js', 'second()');
  await writeAnswers(root, dist, { now: start + 1_000 });
  await writeAnswers(root, dist, { now: start + DAY_MS });
  await serve();
  expect((await ask('/_next/static/a1.js')).body.toString()).toBe('first()');
  expect((await ask('/_next/static/b2.js')).body.toString()).toBe('second()');
  await writeAnswers(root, dist, { now: start + DAY_MS + 2_000 });
  const manifest = await readFile(path.join(answersDir(dist), 'manifest.json'), 'utf8');
  expect(manifest).toContain('b2.js');
  expect(manifest).not.toContain('a1.js');
});

test('OPS-5 a page that Next.js would render again is rejected', async () => {
  await putRoutes({ '/en/home': { ...page('/en/home'), initialRevalidateSeconds: 60 } });
  await expect(writeAnswers(root, dist)).rejects.toThrow('/en/home is revalidated');
});
