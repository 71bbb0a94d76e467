import { request } from 'node:http';
import { isPublicPath, SECURITY_HEADERS } from '@/lib/http/response-headers';
import { RATE_LIMITS } from '@/lib/settings/setting-kinds';
import { E2E_ORIGIN } from '../support/e2e-site';
import { gradeOf, scoreOf } from '../support/observatory';
import { expect, test } from '../support/site-test';

/** Sends a request from Node, which can send any header and path. */
async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(E2E_ORIGIN + path, { redirect: 'manual', ...init });
  await response.body?.cancel();
  return response;
}

/** Security headers of a path. Other sites may load pictures and public documents. */
const headersOf = (path: string) =>
  isPublicPath(path)
    ? { ...SECURITY_HEADERS, 'Cross-Origin-Resource-Policy': 'cross-origin' }
    : SECURITY_HEADERS;

const answers: [method: string, path: string, status: number][] = [
  ['GET', '/api/config/website', 200],
  ['HEAD', '/api/config/website', 200],
  ['GET', '/api/coin/pricing/stream', 200],
  ['GET', '/api/coin/pricing/stream?currency=none', 400],
  ['GET', '/api/health/live', 200],
  ['GET', '/api/user/info', 401],
  ['GET', '/api/user/login', 405],
  ['POST', '/api/user/login', 400],
  ['POST', '/api/csp-report', 400],
  ['OPTIONS', '/api/user/login', 204],
  ['GET', '/api', 404],
  ['GET', '/api/tokenlist.json', 200],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/api/nowhere/at/all.php', 404],
  ['POST', '/api/nowhere', 404],
  ['GET', '/api/coin/%00', 400],
  ['GET', '/api/coin/%ff', 400],
  ['GET', '/api/%ff', 404],
  ['GET', '/api/preview?secret=wrong', 403],
];

for (const [method, path, status] of answers) {
  test(`OPS-5 ${method} ${path} answers ${status} with every security header`, async () => {
    const { status: given, headers } = await ask(path, { method });
    expect(given).toBe(status);
    // A preview URL contains a secret, which must not leak.
    const expected = path.startsWith('/api/preview?')
      ? { ...SECURITY_HEADERS, 'Referrer-Policy': 'no-referrer' }
      : headersOf(path);
    for (const [name, value] of Object.entries(expected))
      expect([name, headers.get(name)]).toEqual([name, value]);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    // Pages on other origins may read only public documents.
    expect(headers.get('access-control-allow-origin')).toBe(isPublicPath(path) ? '*' : null);
    expect(headers.get('x-powered-by')).toBeNull();
  });
}

for (const [path, status] of [
  ['/api/', 308],
  ['/api//coin', 308],
  ['/home/', 308],
  ['/', 307],
  ['/%ff', 307],
  ['/home', 200],
  ['/_next/static/none.js', 307],
  ['/_next/static/%ff', 307],
  ['/_next/image?url=%2Ficon.svg&w=3840&q=75', 404],
  ['/en/home', 307],
  ['/robots.txt', 200],
  ['/icon.svg', 200],
] as const) {
  test(`OPS-5 ${path} answers ${status} with the security headers, each once`, async () => {
    const { status: given, headers } = await ask(path);
    expect(given).toBe(status);
    for (const [name, value] of Object.entries(headersOf(path)))
      expect([name, headers.get(name)]).toEqual([name, value]);
  });
}

for (const [method, path] of [
  ['GET', '/home'],
  ['GET', '/zh-Hant/wallet'],
  ['GET', '/wallet/pay'],
  ['GET', '/404'],
  ['GET', '/nowhere'],
  ['GET', '/'],
  ['POST', '/home'],
  ['GET', '/api/docs'],
  ['GET', '/api/config/website'],
  ['GET', '/api/nowhere'],
  ['GET', '/api/tokenlist.json'],
  ['GET', '/icon.svg'],
  ['GET', '/coins/eth.svg'],
  ['GET', '/robots.txt'],
  ['GET', '/avatars/none'],
] as const)
  test(`OPS-5 Mozilla Observatory would grade ${method} ${path} A+`, async () => {
    const { headers } = await ask(path, { method });
    expect([scoreOf(headers), gradeOf(scoreOf(headers))]).toEqual([expect.any(Number), 'A+']);
  });

test('OPS-5 Mozilla Observatory would grade scripts and flight data A+', async () => {
  const html = await (await fetch(`${E2E_ORIGIN}/home`)).text();
  const [script] = /\/_next\/static\/[^"'\\]+\.js/.exec(html) ?? [];
  expect(script).toBeDefined();
  for (const { headers } of [await ask(String(script)), await ask('/home', { headers: { RSC: '1' } })])
    expect(gradeOf(scoreOf(headers))).toBe('A+');
});

test('OPS-5 a browser runs nothing from a file that is itself a document', async () => {
  for (const path of ['/icon.svg', '/robots.txt', '/sitemap.xml', '/zh-Hant/manifest.webmanifest'])
    expect([path, (await ask(path)).headers.get('content-security-policy')]).toEqual([
      path,
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ]);
});

test('OPS-6 a client cannot avoid its limit by any header', async () => {
  const { calls } = RATE_LIMITS.report;
  const statuses: number[] = [];
  for (let count = 0; count <= calls; count += 1) {
    const address = `198.51.100.${count}`;
    const { status, headers } = await ask('/api/csp-report', {
      method: 'POST',
      body: '[]',
      headers: {
        'Content-Type': 'application/reports+json',
        'X-Forwarded-For': address,
        Forwarded: `for=${address}`,
        'X-Real-IP': address,
        'CF-Connecting-IP': address,
        'True-Client-IP': address,
        'X-Client-IP': address,
      },
    });
    statuses.push(status);
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(statuses.at(-1)).toBe(429);
  expect(new Set(statuses)).toEqual(new Set([204, 429]));
});

test('OPS-5 a page names the endpoint for violation reports', async ({ request }) => {
  for (const path of ['/home', '/zh-Hant/wallet']) {
    const headers = (await request.get(path)).headers();
    expect(headers['reporting-endpoints']).toBe('policy="/api/csp-report"');
    expect(headers['content-security-policy']).toContain('; report-uri /api/csp-report; report-to policy');
  }
});

/** Sends a request with any method, including those that fetch rejects. */
function askByAnyMethod(method: string, path: string) {
  return new Promise<{ status: number | undefined; allow: string | undefined }>((resolve, reject) => {
    request(E2E_ORIGIN + path, { method }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, allow: answer.headers.allow });
    })
      .on('error', reject)
      .end();
  });
}

for (const path of [
  '/',
  '/home',
  '/zh-Hant/home',
  '/wallet/pay',
  '/cont/2',
  '/404',
  '/nowhere',
  '/api/docs',
  '/robots.txt',
])
  test(`OPS-5 ${path} answers only GET and HEAD, and 405 with Allow otherwise`, async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])
      expect([method, await askByAnyMethod(method, path)]).toEqual([
        method,
        { status: 405, allow: 'GET, HEAD' },
      ]);
    const [got, head] = [await askByAnyMethod('GET', path), await askByAnyMethod('HEAD', path)];
    expect(got.status).not.toBe(405);
    expect(head.status).toBe(got.status);
  });

test('OPS-5 rejects a form posted by another site to a page, without a redirect', async () => {
  const answer = await ask('/home', {
    method: 'POST',
    body: 'a=1',
    headers: { Origin: 'https://other.example' },
  });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('location')).toBeNull();
});
