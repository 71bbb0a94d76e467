import type { LocalAccount } from 'viem';
import { depositNative } from '@/tests/support/api-deposit';
import { E2E_ORIGIN } from '@/tests/support/e2e-site';
import type { TestChain } from '@/tests/support/plain-chains';
import { signOn, tokenOn } from '@/tests/support/site-instance';

/** An instance under measurement, an account that uses it, and a token of the account. */
export type Site = { origin: string; account: LocalAccount; token: string; chain: TestChain };

type Request = { path: string; body?: Record<string, string> | FormData; token?: string };
/** A call to time. `prepare` makes its request, and does what must come before it. */
export type TimedCall = { name: string; prepare: (site: Site) => Promise<Request> };

const read = (path: string): TimedCall => ({ name: `GET ${path}`, prepare: async () => ({ path }) });
const readOwn = (path: string): TimedCall => ({
  name: `GET ${path}, signed in`,
  prepare: async ({ token }) => ({ path, token }),
});

/** The smallest PNG: one transparent pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The calls that use the database. Lists and prices are cached for a second, so most of their answers don't read it. */
export const TIMED_CALLS: readonly TimedCall[] = [
  ...['chainMapping', 'contractAddressList', 'currencyList', 'getLangList', 'pricing', 'website'].map(
    (list) => read(`/config/${list}`),
  ),
  ...['all', 'list?pageNum=1&pageSize=20', '1', 'pricing', 'history?period=month'].map((list) =>
    read(`/coin/${list}`),
  ),
  read('/tokenlist.json'),
  read('/article/type/ordinary?pageNum=1&pageSize=5'),
  readOwn('/article/type/ordinary?pageNum=1&pageSize=5'),
  read('/article/unreadCount?ids=1'),
  readOwn('/article/unreadCount?ids=1'),
  read('/withdraw/config'),
  read('/health/ready'),
  readOwn('/user/info'),
  readOwn('/wallet/activity?pageNum=1&pageSize=20'),
  {
    name: 'POST /user/generateNonce',
    prepare: async ({ account }) => ({
      path: '/user/generateNonce',
      body: { address: account.address, chainId: '31337' },
    }),
  },
  {
    name: 'POST /user/login',
    prepare: async ({ origin, account }) => ({ path: '/user/login', body: await signOn(origin, account) }),
  },
  {
    name: 'POST /user/logout',
    prepare: async ({ origin, account }) => ({
      path: '/user/logout',
      body: { all: '' },
      token: await tokenOn(origin, account),
    }),
  },
  {
    name: 'POST /user/name',
    prepare: async ({ token }) => ({ path: '/user/name', body: { name: 'Ada Lovelace' }, token }),
  },
  {
    name: 'POST /upload/avatar',
    prepare: async ({ token }) => {
      const body = new FormData();
      body.append('file', new File([PICTURE], 'me.png', { type: 'image/png' }));
      return { path: '/upload/avatar', body, token };
    },
  },
  {
    name: 'POST /deposit/verifyTx',
    prepare: async ({ account, chain, token }) => ({
      path: '/deposit/verifyTx',
      body: { chainId: '31337', txHash: await depositNative(chain, account, 1n) },
      token,
    }),
  },
];

/** Times a call in ms, up to the end of its answer. @throws if the status isn't 200. */
export async function timeCall({ name, prepare }: TimedCall, site: Site): Promise<number> {
  const { path, body, token } = await prepare(site);
  const startedAt = performance.now();
  const response = await fetch(`${site.origin}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Origin: E2E_ORIGIN, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: body instanceof FormData ? body : new URLSearchParams(body) } : {}),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text.slice(0, 200)}`);
  return performance.now() - startedAt;
}
