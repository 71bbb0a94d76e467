import { readdirSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { apiRoutes } from '@/app/api/openapi.json/api-routes';
import { ApiDocs } from '@/components/site/api-docs/api-docs';
import { withDescription } from '@/lib/server/http/call-description';
import { describeApi, describedCalls } from '@/lib/server/http/openapi/document';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { apiDocument, problemsAt, problemsOf } from '../../support/api-document';
import { imageForm, postImage } from '../../support/api-images';
import { bindNewDevice, startGroup } from '../../support/api-messages';
import { tokenOf } from '../../support/api-sign-in';
import { EventReader } from '../../support/event-reader';
import { ORIGIN } from '../../support/plain-chains';

const METRICS_TOKEN = 'the token of the metrics under test';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({ pools: true, env: { METRICS_TOKEN } });
});
afterAll(() => backend.stop());

/** Route files, keyed by their path in the document. The catch-all route is left out, because it isn't an API call. */
const routeFiles = readdirSync('app/api', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('route.ts') && !file.startsWith('[['))
  .map((file) => `/${file.replace(/\/?route\.ts$/, '').replace(/\[(\w+)\]/g, '{$1}')}`);

test('API-10 the document has every route and nothing else', async () => {
  expect(Object.keys(apiRoutes).sort()).toEqual(routeFiles.sort());
  const { paths = {} } = await apiDocument();
  expect(Object.keys(paths).sort()).toEqual(routeFiles);
  for (const { path, description } of await describedCalls(apiRoutes))
    expect([path, description.summary]).toEqual([path, expect.stringMatching(/^[A-Z][^\n]{8,120}$/)]);
});

test('API-10 the document is OpenAPI 3.1', async () => {
  const validator = new Validator();
  const document: unknown = JSON.parse(JSON.stringify(await apiDocument()));
  const result = await validator.validate(document as Record<string, unknown>);
  expect(result.errors).toBeUndefined();
  expect(validator.version).toBe('3.1');
});

test('API-1 API-3 API-4 the document describes headers, encodings, the envelope, and errors by code', async () => {
  const { paths = {}, components } = await apiDocument();
  const signIn = paths['/user/login']?.post;
  expect(signIn?.parameters).toEqual([
    { $ref: '#/components/parameters/Language' },
    { $ref: '#/components/parameters/Currency' },
  ]);
  expect(signIn?.requestBody).toMatchObject({
    content: { 'application/json': {}, 'application/x-www-form-urlencoded': {} },
  });
  expect(signIn?.security).toEqual([]);
  // Clients send a token only to calls that take one.
  expect(paths['/user/logout']?.post?.security).toEqual([{}, { bearer: [] }]);
  expect(paths['/metrics']?.get?.security).toEqual([{ metrics: [] }]);
  expect(paths['/user/info']?.get?.security).toEqual([{ bearer: [] }]);
  expect(components?.securitySchemes).toMatchObject({ bearer: { type: 'http', scheme: 'bearer' } });
  expect(Object.keys(paths['/deposit/verifyTx']?.post?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '408',
    '413',
    '415',
    '422',
    '425',
    '429',
    '500',
    '503',
  ]);
  expect(components?.responses?.Refused429).toMatchObject({ headers: { 'Retry-After': {} } });
  expect(paths['/coin/list']?.get?.parameters).toContainEqual(
    expect.objectContaining({
      name: 'pageSize',
      in: 'query',
      schema: expect.objectContaining({ minimum: 1, maximum: 100, default: 20 }),
    }),
  );
});

test('API-10 the document describes other kinds of bodies, responses without an envelope, and optional tokens', async () => {
  const about = { summary: 'Does something', input: null } as const;
  const silent = { kind: 'silent' } as const;
  const text = { kind: 'text', mediaType: 'text/plain' } as const;
  const body = { mediaTypes: ['multipart/form-data'], schema: z.object({ file: z.file() }) };
  const run = () => new Response();
  const { paths = {} } = await describeApi({
    '/one': async () => ({
      GET: withDescription({ ...about, auth: 'optional', answer: text }, () => run()),
      POST: withDescription({ ...about, auth: true, body, answer: silent }, () => run()),
      PUT: run,
    }),
  });
  const { get, post, put } = paths['/one'] ?? {};
  expect(put).toBeUndefined();
  expect(get?.security).toEqual([{}, { bearer: [] }]);
  expect(Object.keys(get?.responses ?? {})).toEqual(['200', '401', '429', '500', '503']);
  expect(get?.responses?.[200].content).toEqual({ 'text/plain': { schema: { type: 'string' } } });
  expect(post?.requestBody).toMatchObject({
    content: { 'multipart/form-data': { schema: { properties: { file: { type: 'string' } } } } },
  });
  expect(Object.keys(post?.responses ?? {})).toEqual([
    '204',
    '400',
    '401',
    '403',
    '408',
    '413',
    '415',
    '429',
    '500',
    '503',
  ]);
  await expect(
    describeApi({
      '/two': async () => ({
        POST: withDescription({ ...about, input: z.string(), auth: false, answer: silent }, () => run()),
      }),
    }),
  ).rejects.toThrow('the input of /two is not an object');
});

test('API-10 every fragment link on the page has a target', async () => {
  const document = await apiDocument();
  const html = renderToStaticMarkup(ApiDocs({ document, origin: ORIGIN }));
  const targets = new Set([...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id));
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toHaveLength(new Set(ids).size);
  expect([...targets].filter((id) => !ids.includes(id ?? ''))).toEqual([]);
  expect(html).not.toContain('style=');
  for (const { description } of await describedCalls(apiRoutes)) expect(html).toContain(description.summary);
  const operations = Object.values(document.paths ?? {}).flatMap((methods): { security?: object[] }[] =>
    Object.values(methods),
  );
  const withToken = operations.filter(({ security = [] }) => security.length > 0);
  expect(html.match(/(?:Needs|Takes) a bearer token/g)).toHaveLength(withToken.length);
  expect(html.match(/Authorization: Bearer TOKEN/g)).toHaveLength(withToken.length);
  expect(html).toContain(`curl &#x27;${ORIGIN}/api/coin/list?pageNum=1&amp;pageSize=20&amp;search=usd&#x27;`);
});

/** Parameters, query and headers for a valid request to each GET endpoint that needs them. */
const VALID: Record<
  string,
  { params?: Record<string, string>; query?: string; headers?: Record<string, string> }
> = {
  '/article/detail/{id}': { params: { id: '1' } },
  '/coin/{id}': { params: { id: '1' } },
  '/coin/list': { query: '?pageNum=1&pageSize=2' },
  '/coin/dailyPrices': { query: '?year=2026&coins=1,2' },
  '/coin/history': { query: '?period=week' },
  '/config/clearSigning': { query: `?chainId=1&address=0x${'1'.repeat(40)}` },
  '/coin/pricing': { headers: { Currency: 'EUR' } },
  '/metrics': { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } },
};
const WRONG: typeof VALID = {
  '/article/detail/{id}': { params: { id: '999' } },
  '/article/type/ordinary': { query: '?pageSize=0' },
  '/article/unreadCount': { query: '?ids=x' },
  '/coin/{id}': { params: { id: '999' } },
  '/coin/list': { query: '?pageSize=0' },
  '/coin/dailyPrices': { query: '?year=2026&coins=x' },
  '/coin/history': { query: '?period=year' },
  '/config/clearSigning': { query: '?chainId=1&address=x' },
  '/coin/pricing': { headers: { Currency: 'XXX' } },
  '/coin/pricing/stream': { query: '?currency=XXX' },
  '/metrics': {},
  '/card/purchases': { query: '?before=x' },
  '/card/statement': { query: '?month=x' },
  '/messages/image': { query: '?id=1' },
  '/messages/iceServers': { query: '?deviceKey=0x1' },
  '/messages/inbox': { query: `?deviceKey=0x${'1'.repeat(64)}` },
  '/messages/log': { query: '?address=0x1' },
  '/messages/stream': { query: '?deviceKey=0x1' },
  '/wallet/activity': { headers: { Authorization: '' } },
  '/user/info': { headers: { Authorization: '' } },
  '/erc7730/{chainId}/{file}': { params: { chainId: '1', file: 'x.json' } },
  '/nft/media': { query: '?chainId=31337' },
  '/nft/metadata': { query: '?chainId=31337' },
  '/preview': { query: '?secret=wrong' },
  '/preview/language': {},
};

test('API-10 every GET answers as documented, for valid and invalid requests', async () => {
  const token = await tokenOf(demoAccount(1));
  const [{ id, contracts }] = backend.chains;
  const collectible = { query: `?chainId=${id}&contract=${contracts?.collectible}&tokenId=1` };
  const { deviceKey } = await bindNewDevice(demoAccount(1), token);
  // A queued message gives the stream its first event.
  await startGroup({ token, deviceKey }, [deviceKey]);
  const imageId = 'ab'.repeat(16);
  await postImage({ token }, imageForm(deviceKey, imageId, new Uint8Array([1])));
  const valid: typeof VALID = {
    ...VALID,
    '/card/statement': { query: `?chainId=${id}&token=${contracts?.tUsdt}&month=2026-11` },
    '/card/withdrawal': { query: '?id=1' },
    '/messages/image': { query: `?deviceKey=${deviceKey}&id=${imageId}` },
    '/messages/iceServers': { query: `?deviceKey=${deviceKey}` },
    '/messages/inbox': { query: `?deviceKey=${deviceKey}` },
    '/messages/log': { query: `?address=${demoAccount(1).address}` },
    '/messages/stream': { query: `?deviceKey=${deviceKey}` },
    '/erc7730/{chainId}/{file}': { params: { chainId: String(id), file: `${contracts?.staking}.json` } },
    '/nft/media': collectible,
    '/nft/metadata': collectible,
  };
  const calls = (await describedCalls(apiRoutes)).filter(({ method }) => method === 'GET');
  const ask = async (
    call: (typeof calls)[number],
    { params = {}, query = '', headers = {} }: (typeof VALID)[string],
  ) => {
    const route = call.route as (request: Request, context: object) => Response | Promise<Response>;
    const request = new Request(`${ORIGIN}/api${call.path}${query}`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
    const response = await route(request, { params: Promise.resolve(params) });
    const mediaType = response.headers.get('content-type')?.split(';')[0] ?? '';
    if (mediaType === 'text/event-stream') {
      if (!response.body) throw new Error('the stream has no body');
      const reader = new EventReader(response.body);
      const event = await reader.event();
      await reader.cancel();
      const schema = { prices: 'CoinPrices', inbox: 'Inbox', card: 'CardChange' }[event?.event ?? ''];
      expect(await problemsAt(`#/components/schemas/${schema}`, event?.data)).toEqual([]);
      return response.status;
    }
    const body: unknown = mediaType === 'application/json' ? await response.json() : await response.text();
    const place = { path: call.path, method: 'get' };
    expect(await problemsOf(place, { status: response.status, mediaType, body })).toEqual([]);
    return response.status;
  };
  for (const call of calls) {
    // Previews are off, the account has no withdrawal, and the pages for card numbers and PINs are on another host.
    const isMissing =
      call.path.startsWith('/preview') ||
      ['/card/withdrawal', '/card/frame', '/card/pinFrame'].includes(call.path);
    expect([call.path, await ask(call, valid[call.path] ?? {})]).toEqual([call.path, isMissing ? 404 : 200]);
    const wrong = WRONG[call.path];
    if (wrong) expect([call.path, (await ask(call, wrong)) >= 400]).toEqual([call.path, true]);
  }
});
