import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { upload } from '@/lib/api/upload';
import { useNotices } from '@/lib/browser/notices';
import { useCurrency } from '@/lib/preferences/currency';
import { useSession } from '@/lib/session/session';
import { configureClient } from '../../../support/client-settings';

declare const movePage: (url: string) => void;

type Respond = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

let server: Server;
let respond: Respond;

beforeAll(async () => {
  server = createServer((request, response) => {
    // Allow any origin, because jsdom keeps sending the initial origin.
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Headers', 'authorization, currency, language');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else void respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  movePage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

beforeEach(() => {
  configureClient();
  useNotices.setState({ notices: [] });
  useSession.setState({ token: 'secret', account: null });
  useCurrency.setState({ currency: 'HKD' });
});

const notices = () => useNotices.getState().notices.map(({ type, message }) => `${type}: ${message}`);
const picture = (bytes = 200_000) => new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' });

/** Returns a handler that sends the same response to every complete upload. */
const answering =
  (status: number, body: unknown): Respond =>
  async (request, response) => {
    await buffer(request);
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

test('a form has the given fields, too, and goes to the given host', async () => {
  let received: { url: string | undefined; body: string } | undefined;
  respond = async (request, response) => {
    received = { url: request.url, body: String(await buffer(request)) };
    response.end(JSON.stringify({ code: 200, msg: '', data: null }));
  };
  await upload('/messages/image', picture(10), { host: null, fields: { id: 'abc' } });
  expect(received?.url).toBe('/api/messages/image');
  expect(received?.body).toMatch(/name="id"\r\n\r\nabc\r\n[\s\S]*name="file"/);
});

test('API-8 API-1 a file is sent as multipart field `file` with bearer token, language and currency', async () => {
  const received: { request: IncomingMessage; body: Buffer }[] = [];
  respond = async (request, response) => {
    received.push({ request, body: await buffer(request) });
    response.end(JSON.stringify({ code: 200, msg: '', data: { url: '/avatars/a.webp' } }));
  };
  await expect(upload('/upload/avatar', picture())).resolves.toEqual({ url: '/avatars/a.webp' });
  const [{ request, body } = { request: null, body: Buffer.alloc(0) }] = received;
  expect(request).toMatchObject({ method: 'POST', url: '/api/upload/avatar' });
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer secret',
    language: 'zh_CN',
    currency: 'HKD',
  });
  const type = request?.headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
  expect([...form.keys()]).toEqual(['file']);
  expect(form.get('file')).toMatchObject({ name: 'me.png', size: 200_000, type: 'image/png' });
});

test('API-8 reported progress never decreases and ends at 1', async () => {
  respond = answering(200, { code: 200, msg: '', data: null });
  const parts: number[] = [];
  await upload('/upload/avatar', picture(1_500_000), { onProgress: (part) => parts.push(part) });
  expect(parts.at(-1)).toBe(1);
  expect(parts).toEqual([...parts].sort((a, b) => a - b));
});

test('API-8 a rejected upload throws an error with status and message, and shows one warning', async () => {
  respond = answering(415, { code: 415, msg: 'no picture', data: null });
  const refusal = { name: 'ApiError', code: 415, status: 415, message: 'no picture' };
  await expect(upload('/upload/avatar', picture())).rejects.toMatchObject(refusal);
  expect(notices()).toEqual(['warning: no picture']);
  await expect(upload('/upload/avatar', picture(), { silent: true })).rejects.toMatchObject(refusal);
  expect(notices()).toHaveLength(1);
});

test('API-8 API-6 a response without an envelope, a dropped connection and a timeout show one warning each', async () => {
  respond = answering(413, '<html>too large</html>');
  await expect(upload('/x', picture())).rejects.toMatchObject({ code: 0, status: 413, message: 'down' });
  respond = answering(502, 'bad gateway');
  await expect(upload('/x', picture())).rejects.toMatchObject({ status: 502, message: 'down' });
  // Silence the console, because jsdom itself logs the aborted connection.
  const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  respond = (request) => void request.socket.destroy();
  // jsdom keeps the timer of a failed request until it ends, which would keep the test's process alive.
  const dropped = upload('/x', picture(), { timeoutMs: 5_000 });
  await expect(dropped).rejects.toMatchObject({ code: 0, status: 0, message: 'offline' });
  report.mockRestore();
  expect(notices()).toEqual(['warning: down', 'warning: down', 'warning: offline']);
  useNotices.setState({ notices: [] });
  respond = () => undefined;
  await expect(upload('/x', picture(), { timeoutMs: 100 })).rejects.toMatchObject({ message: 'slow' });
  expect(notices()).toEqual(['warning: slow']);
});

test.each([401, 403, 1007])('API-8 API-5 code %i ends the session', async (code) => {
  jest.spyOn(Date, 'now').mockReturnValue(2_000_000_000_000 + code * 10_000);
  respond = answering(401, { code, msg: 'gone', data: null });
  await expect(upload('/x', picture())).rejects.toMatchObject({ code });
  expect(useSession.getState().token).toBeNull();
  jest.restoreAllMocks();
});

test('API-8 API-6 a canceled upload is logged and shows no warning', async () => {
  const log = jest.spyOn(console, 'info').mockImplementation(() => undefined);
  const abort = new AbortController();
  respond = () => abort.abort();
  await expect(upload('/x', picture(), { signal: abort.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(log).toHaveBeenCalledWith('cancelled: /x');
  expect(notices()).toEqual([]);
  respond = () => {
    throw new Error('nothing may be sent');
  };
  await expect(upload('/x', picture(), { signal: abort.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  log.mockRestore();
});
