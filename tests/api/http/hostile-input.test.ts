import fc from 'fast-check';
import { z } from 'zod';
import { POST as unknownPost } from '@/app/api/[[...path]]/route';
import { GET as coinById } from '@/app/api/coin/[id]/route';
import { GET as coinList } from '@/app/api/coin/list/route';
import { GET as stream } from '@/app/api/coin/pricing/stream/route';
import { POST as report } from '@/app/api/csp-report/route';
import { POST as verify } from '@/app/api/deposit/verifyTx/route';
import { POST as nonce } from '@/app/api/user/generateNonce/route';
import { POST as login } from '@/app/api/user/login/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { tokenOf } from '../../support/api-sign-in';
import { ORIGIN } from '../../support/plain-chains';

let backend: Backend;
let token: string;
const { address } = demoAccount(1);

beforeAll(async () => {
  backend = await startBackend({
    env: {
      RATE_LIMITS: ['nonce', 'login', 'verify', 'report', 'read', 'stream']
        .map((n) => `${n}=100000/60`)
        .join(),
    },
  });
  token = await tokenOf(demoAccount(1));
});
afterAll(() => backend.stop());

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const posts = { nonce, login, verify, report, unknownPost };
const gets = { coinList, activity };

async function post(route: typeof nonce, body: BodyInit, type = JSON_TYPE): Promise<number> {
  const headers = { 'Content-Type': type, Authorization: `Bearer ${token}` };
  const request = new Request(ORIGIN, { method: 'POST', body, headers });
  return (await route(request, { params: Promise.resolve({}) })).status;
}

async function get(
  route: typeof coinList,
  query: string,
  params: Record<string, string> = {},
): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await route(new Request(`${ORIGIN}/api?${query}`, { headers }), {
    params: Promise.resolve(params),
  });
  await answer.body?.cancel();
  return answer.status;
}

const txHash = `0x${'1'.repeat(64)}`;
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const hostile: [what: string, body: string][] = [
  ['NUL in a text', JSON.stringify({ message: 'a\0b', signature: '0x12', address, chainId: 31337, txHash })],
  ['NUL in a name', JSON.stringify({ 'chain\0Id': 1, address, message: 'x' })],
  [
    'half a surrogate pair',
    '{"message":"\\ud800","signature":"0x12","address":"\\udfff","txHash":"\\ud800"}',
  ],
  ['20,000 levels of lists', deep(20_000)],
  ['20,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['a nested value', `{"address":${deep(9)},"chainId":{"a":[]},"message":{},"signature":[],"txHash":{}}`],
  ['a prototype', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"chainId":1}'],
  ['endless numbers', `{"address":1e999,"chainId":1e400,"txHash":-0,"message":${'9'.repeat(5_000)}}`],
  ['a chain id that is too large', JSON.stringify({ address, chainId: Number.MAX_SAFE_INTEGER + 1, txHash })],
  ['digits without end', JSON.stringify({ address, chainId: '9'.repeat(400), txHash })],
  ['no object', 'true'],
  ['half of JSON', '{"a":'],
];

test.each(hostile)('OPS-6 rejects %s in a body without a server error', async (_, body) => {
  for (const [name, route] of Object.entries(posts)) {
    const status = await post(route, body);
    expect([name, status]).toEqual([name, name === 'unknownPost' ? 404 : 400]);
  }
  expect({}).not.toHaveProperty('isAdmin');
});

test('OPS-6 rejects bytes that are not text, duplicate fields and broken escapes', async () => {
  expect(await post(nonce, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).toBe(400);
  const form = `address=${address}&chainId=31337`;
  expect(await post(nonce, form, FORM_TYPE)).toBe(200);
  expect(await post(nonce, `${form}&chainId=31338`, FORM_TYPE)).toBe(400);
  expect(await post(nonce, `${form}&__proto__=x&__proto__=y`, FORM_TYPE)).toBe(400);
  expect(await post(nonce, `${form}&__proto__=x&constructor=y`, FORM_TYPE)).toBe(200);
  expect(await post(nonce, `${form}&x=%00`, FORM_TYPE)).toBe(400);
  expect(await post(nonce, '%ff%00%', FORM_TYPE)).toBe(400);
});

test('OPS-6 rejects hostile queries and paths without a server error', async () => {
  const queries = [
    'pageNum=1&pageNum=2',
    'pageNum=%00',
    'kind=%00',
    '__proto__=%00',
    `pageNum=${'9'.repeat(400)}`,
  ];
  for (const query of [...queries, 'pageSize=1e999', 'pageNum=-1', 'pageNum=', 'chainId=999999999999999999'])
    for (const [name, route] of Object.entries(gets)) {
      const status = await get(route, query);
      expect([name, query, status < 500]).toEqual([name, query, true]);
    }
  for (const id of ['%00', '\0', '9'.repeat(15), '2147483648', '1e3', '-1', '\ud800', '__proto__'])
    expect([id, await get(coinById, '', { id })]).toEqual([id, 400]);
  expect(await get(stream, 'currency=%00')).toBe(400);
  expect(await get(stream, 'currency=__proto__')).toBe(400);
});

test('OPS-6 no input makes a call fail with a server error', async () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.jsonValue(),
    fc.constantFrom(address, txHash, 31337, null),
  );
  const names = ['address', 'chainId', 'message', 'signature', 'txHash', 'csp-report', '__proto__'];
  const body = fc.dictionary(fc.constantFrom(...names), value);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.values(posts)), body, async (route, given) => {
      expect(await post(route, JSON.stringify(given))).toBeLessThan(500);
    }),
    { numRuns: 300 },
  );
});

test('OPS-6 a query with a second “?” doesn’t answer for the one before it', async () => {
  const list = async (query: string) => {
    const answer = await coinList(new Request(`${ORIGIN}/api/coin/list?${query}`), {
      params: Promise.resolve({}),
    });
    return z.object({ data: z.object({ total: z.number() }) }).parse(await answer.json()).data.total;
  };
  expect(await list('pageNum=1&pageSize=5&search=usd?other')).toBe(0);
  expect(await list('pageNum=1&pageSize=5&search=usd')).toBeGreaterThan(0);
});
