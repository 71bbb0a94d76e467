import { once } from 'node:events';
import { type ClientRequest, get as getPlain } from 'node:http';
import { get, request } from 'node:https';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { SECURITY_HEADERS } from '@/lib/http/response-headers';
import { type Nginx, startNginx } from '../support/nginx';
import { gradeOf, scoreOf } from '../support/observatory';
import { startOutsideHost } from '../support/outside-host';

/** Security headers of responses that nginx creates itself. */
const OWN_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': SECURITY_HEADERS['Cross-Origin-Opener-Policy'],
  'cross-origin-resource-policy': SECURITY_HEADERS['Cross-Origin-Resource-Policy'],
  'referrer-policy': SECURITY_HEADERS['Referrer-Policy'],
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};
const HSTS = { 'strict-transport-security': SECURITY_HEADERS['Strict-Transport-Security'] };
const gradeOfHeaders = (headers: object) =>
  gradeOf(scoreOf(new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))));

let upstream: Awaited<ReturnType<typeof startOutsideHost>>;
let nginx: Nginx;

beforeAll(async () => {
  // Stands in for both instances, because these tests are about nginx alone.
  upstream = await startOutsideHost({
    '/home': (_, response) =>
      response
        .writeHead(200, { ...SECURITY_HEADERS, 'Content-Security-Policy': "default-src 'self'" })
        .end('page'),
    '/broken': (_, response) => response.destroy(),
  });
  nginx = await startNginx([upstream.origin, upstream.origin]);
});
afterAll(async () => {
  await nginx?.stop();
  await upstream?.stop();
});

/** Awaits the response of a request, and returns its status and headers. */
async function answerTo(sent: ClientRequest) {
  const [response] = await once(sent, 'response');
  response.resume();
  return { status: response.statusCode, headers: response.headers };
}

/** Connects with one cipher suite of OpenSSL or one TLS version, and returns the suite and version in use. */
async function handshake(options: ConnectionOptions) {
  const { port } = new URL(nginx.origin);
  const socket = connectTls({
    host: '127.0.0.1',
    port: Number(port),
    servername: 'localhost',
    ca: nginx.cert,
    ...options,
  });
  try {
    await once(socket, 'secureConnect');
    return { suite: socket.getCipher().name, version: socket.getProtocol() };
  } finally {
    socket.destroy();
  }
}

test('OPS-5 the proxy speaks TLS 1.3 and 1.2 with strong cipher suites only, and prefers the strongest', async () => {
  expect(await handshake({})).toMatchObject({ version: 'TLSv1.3' });
  const offered = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384';
  expect(await handshake({ maxVersion: 'TLSv1.2', ciphers: offered })).toEqual({
    suite: 'ECDHE-ECDSA-AES256-GCM-SHA384',
    version: 'TLSv1.2',
  });
  for (const ciphers of ['ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-AES128-SHA', 'AES128-SHA:@SECLEVEL=0'])
    await expect(handshake({ maxVersion: 'TLSv1.2', ciphers })).rejects.toThrow();
  await expect(
    handshake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }),
  ).rejects.toThrow();
});

test('OPS-5 pages on plain HTTP redirect to TLS, and API calls are refused', async () => {
  const asked = upstream.asked.length;
  const page = await fetch(`${nginx.plainOrigin}/home?a=1`, { redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([308, 'https://localhost/home?a=1']);
  const call = await fetch(`${nginx.plainOrigin}/api/user/info`, {
    redirect: 'manual',
    headers: { Authorization: 'Bearer x' },
  });
  expect([call.status, call.headers.get('location')]).toEqual([403, null]);
  for (const { headers } of [page, call]) {
    const sent = Object.fromEntries(headers);
    expect(sent).toMatchObject(OWN_HEADERS);
    expect(sent).not.toHaveProperty('strict-transport-security');
    // Observatory reads this header from the response over TLS.
    expect(gradeOfHeaders({ ...sent, ...HSTS })).toBe('A+');
  }
  expect(upstream.asked).toHaveLength(asked);
});

test('OPS-5 OPS-6 the proxy does not respond to requests for any other host', async () => {
  const asked = upstream.asked.length;
  for (const servername of ['evil.example', 'outside.invalid', ''])
    await expect(handshake({ servername })).rejects.toThrow(/unrecognized name/);
  // Request another host after a TLS handshake for this one, and over plain HTTP.
  const headers = { Host: 'evil.example' };
  const options = { ca: nginx.cert, servername: 'localhost', headers };
  await expect(answerTo(get(`${nginx.origin}/home`, options))).rejects.toThrow('socket hang up');
  await expect(answerTo(getPlain(`${nginx.plainOrigin}/home`, { headers }))).rejects.toThrow(
    'socket hang up',
  );
  expect(upstream.asked).toHaveLength(asked);
  expect((await answerTo(get(`${nginx.origin}/home`, { ca: nginx.cert }))).status).toBe(200);
});

test('OPS-5 the proxy sends the security headers with its own errors, and adds none to the site’s responses', async () => {
  const options = { ca: nginx.cert };
  const page = await answerTo(get(`${nginx.origin}/home`, options));
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    expect([name, page.headers[name.toLowerCase()]]).toEqual([name, value]);
  expect(page.headers['content-security-policy']).toBe("default-src 'self'");

  const tooLarge = request(`${nginx.origin}/api/upload/avatar`, {
    ...options,
    method: 'POST',
    headers: { 'Content-Length': 4 * 1_024 * 1_024, Expect: '100-continue' },
  });
  tooLarge.flushHeaders();
  const errors = await Promise.all([answerTo(get(`${nginx.origin}/broken`, options)), answerTo(tooLarge)]);
  tooLarge.destroy();
  expect(errors.map(({ status }) => status)).toEqual([502, 413]);
  for (const { headers } of errors) {
    expect(headers).toMatchObject({ ...OWN_HEADERS, ...HSTS });
    expect(gradeOfHeaders(headers)).toBe('A+');
    expect(headers.server).toBe('nginx');
  }
});

test('OPS-6 the proxy replaces forwarded addresses and request IDs of clients', async () => {
  await answerTo(
    get(`${nginx.origin}/home`, {
      ca: nginx.cert,
      headers: { 'X-Forwarded-For': '198.51.100.1', 'X-Request-Id': 'forged-request-id' },
    }),
  );
  expect(upstream.asked.at(-1)?.headers).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});
