import { configureApi } from '@/lib/api/api-settings';
import { apiUrl, call, isTrusted } from '@/lib/api/client';
import { connectSources, contentPolicy } from '@/lib/http/content-policy';
import { useSession } from '@/lib/session/session';
import { API_HOSTS } from '@/lib/settings/build-env';
import { apiHostsOf, launcherEnv } from '@/lib/settings/env';
import { childEnv } from '@/lib/settings/process-env';
import { buildEnv } from '@/server/build/build';

const wording = { offline: '-', timeout: '-', tooMany: '-', unavailable: '-', malformed: '-' };
const before = childEnv({});

/** Applies the settings as a build does, and returns the API hosts that the build contains. */
function given(settings: Record<string, string>) {
  jest.replaceProperty(process, 'env', { ...before, ...settings });
  const apiHosts = apiHostsOf(launcherEnv());
  const build = { distDir: '.next', demoWallet: false, origin: 'https://example.org', apiHosts };
  jest.replaceProperty(process, 'env', { ...before, ...buildEnv(build) });
  return apiHosts;
}

function answering(code = 200) {
  const asked = jest.fn(
    async (_url: string, _init: RequestInit) => new Response(JSON.stringify({ code, msg: '-', data: null })),
  );
  globalThis.fetch = asked as typeof fetch;
  return asked;
}

const authorization = (init: RequestInit | undefined) => new Headers(init?.headers).get('authorization');

beforeEach(() => {
  configureApi({ wording, locale: 'en' });
  useSession.setState({ token: 'secret' });
});
afterEach(() => {
  jest.replaceProperty(process, 'env', before);
});

test('API-2 calls go to /api, including those to a named host that is not configured', () => {
  given({});
  expect(apiUrl('/coin/all')).toBe('/api/coin/all');
  for (const host of API_HOSTS.filter((name) => name !== 'none'))
    expect(apiUrl('/coin/all', host)).toBe('/api/coin/all');
});

test('API-2 each named host has its own setting', () => {
  const settings = Object.fromEntries(
    API_HOSTS.map((name) => [`API_HOST_${name.toUpperCase()}`, `https://${name}.example.org/v1/`]),
  );
  given(settings);
  for (const host of API_HOSTS) expect(apiUrl('/a?b=c', host)).toBe(`https://${host}.example.org/v1/a?b=c`);
  expect(apiUrl('/a')).toBe('/api/a');
  given({ API_HOST_OTC: '/otc' });
  expect(apiUrl('/a', 'otc')).toBe('/otc/a');
});

test('API-2 the host "none" keeps a path or URL unchanged by default', () => {
  given({});
  expect(apiUrl('/files/a.json', 'none')).toBe('/files/a.json');
  expect(apiUrl('https://files.example.org/a.json', 'none')).toBe('https://files.example.org/a.json');
});

test.each(['ftp://example.org', 'example.org/api', '//example.org', 'https://u@example.org', '/api?x=1'])(
  'API-2 OPS-2 %s is not a host',
  (value) => {
    jest.replaceProperty(process, 'env', { ...before, API_HOST_CO: value });
    expect(() => launcherEnv()).toThrow(/^API_HOST_CO must be an address/);
  },
);

test('API-2 only this site and configured hosts receive the token or can end a session', async () => {
  given({ API_HOST_UPLOAD: 'https://files.example.org/api' });
  const asked = answering();
  await call('/coin/all');
  await call('/avatar', { host: 'upload' });
  await call('https://files.example.org/else', { host: 'none' });
  expect(asked.mock.calls.map(([, init]) => authorization(init))).toEqual(Array(3).fill('Bearer secret'));
  expect(asked.mock.calls.map(([url]) => url)).toEqual([
    '/api/coin/all',
    'https://files.example.org/api/avatar',
    'https://files.example.org/else',
  ]);

  const elsewhere = answering(401);
  for (const url of [
    'https://example.net/a',
    '//files.example.org.example.net/a',
    'http://files.example.org/a',
  ])
    await expect(call(url, { host: 'none', silent: true })).rejects.toMatchObject({ code: 401 });
  expect(elsewhere.mock.calls.map(([, init]) => authorization(init))).toEqual([null, null, null]);
  expect(useSession.getState().token).toBe('secret');
  expect(isTrusted('http://[')).toBe(false);
});

test('API-2 OPS-5 the CSP allows connections to configured hosts, and a host given as a path adds none', () => {
  const apiHosts = given({ API_HOST_UPLOAD: 'https://files.example.org/api', API_HOST_OTC: '/otc' });
  const connect = connectSources(['https://rpc.example.org/key'], apiHosts);
  expect(connect).toEqual(['https://rpc.example.org', 'https://files.example.org']);
  const policy = contentPolicy({
    connect,
    scripts: [],
    frameAncestors: [],
    frames: [],
    walletConnect: false,
  });
  expect(policy).toContain("connect-src 'self' https://rpc.example.org https://files.example.org;");
});
