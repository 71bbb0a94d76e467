import { configureApi } from '@/lib/api/api-settings';
import { ApiError, call, callBytes } from '@/lib/api/client';
import { useNotices } from '@/lib/browser/notices';
import { chooseCurrency } from '@/lib/preferences/currency';
import { startSession, useSession } from '@/lib/session/session';

const wording = {
  offline: 'offline',
  timeout: 'slow',
  tooMany: 'too many',
  unavailable: 'down',
};

function answer(body: unknown, status = 200) {
  const fetchMock = jest.fn(
    async (_url: string, _init: RequestInit) =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  );
  globalThis.fetch = fetchMock as typeof fetch;
  return fetchMock;
}

const notices = () => useNotices.getState().notices.map(({ type, message }) => `${type}: ${message}`);

beforeEach(() => {
  configureApi({ wording, locale: 'zh-Hant' });
  startSession({
    wording: { disconnected: 'disconnected' },
    revoke: async () => undefined,
    loadChanges: () => import('@/lib/session/session-changes'),
  });
  useNotices.setState({ notices: [] });
  useSession.setState({ token: null });
  window.history.replaceState(null, '', '/');
});

test('API-1 sends language, bearer token and currency; the lang parameter wins', async () => {
  const fetchMock = answer({ code: 200, msg: '', data: 1 });
  useSession.setState({ token: 'secret' });
  chooseCurrency('HKD');
  await call('/coin/all');
  expect(fetchMock.mock.calls[0]?.[1].headers).toEqual({
    Language: 'zh_CN',
    Authorization: 'Bearer secret',
    Currency: 'HKD',
  });
  window.history.replaceState(null, '', '/?lang=en_US');
  await call('/coin/all');
  expect(fetchMock.mock.calls[1]?.[1].headers).toMatchObject({ Language: 'en_US' });
});

test('bytes are read up to their limit, and errors are those of the envelope', async () => {
  answer('ciphertext');
  const options = { limitBytes: 10, silent: true };
  expect(new TextDecoder().decode((await callBytes('/messages/image', options)) ?? undefined)).toBe(
    'ciphertext',
  );
  expect(await callBytes('/messages/image', { ...options, limitBytes: 9 })).toBeNull();
  answer({ code: 404, msg: 'none', data: null }, 404);
  await expect(callBytes('/messages/image', options)).rejects.toMatchObject({ code: 404, message: 'none' });
});

test('API-2 API-3 posts under /api, form-encoded unless JSON is requested', async () => {
  const fetchMock = answer({ code: 200, msg: '', data: null });
  await call('/user/generateNonce', { body: { address: '0x1', chainId: 1 } });
  await call('/user/login', { body: { message: 'a b' }, json: true });
  expect(fetchMock.mock.calls[0]).toMatchObject([
    '/api/user/generateNonce',
    { body: 'address=0x1&chainId=1' },
  ]);
  expect(fetchMock.mock.calls[1]).toMatchObject(['/api/user/login', { body: '{"message":"a b"}' }]);
});

test('API-4 any code but 200 throws, and shows its message as a warning unless silent', async () => {
  answer({ code: 422, msg: 'not yours', data: { reason: 'not_owner' } }, 422);
  await expect(call('/deposit/verifyTx')).rejects.toMatchObject({ code: 422, data: { reason: 'not_owner' } });
  expect(notices()).toEqual(['warning: not yours']);
  await expect(call('/deposit/verifyTx', { silent: true })).rejects.toBeInstanceOf(ApiError);
  expect(notices()).toHaveLength(1);
});

test.each([
  [{ code: 503, data: null }, 503, 'down'],
  [{ code: 429, msg: '', data: null }, 429, 'too many'],
  [{ code: 9, msg: null, data: null }, 200, 'down'],
])('API-4 an error code without a message (%j) still shows an explanation', async (body, status, told) => {
  answer(body, status);
  await expect(call('/user/info')).rejects.toMatchObject({ code: body.code });
  expect(notices()).toEqual([`warning: ${told}`]);
});

test.each([401, 403, 1007])('API-5 code %i ends the session regardless of the HTTP status', async (code) => {
  jest.useFakeTimers({ now: 2_000_000_000_000 + code * 10_000 });
  answer({ code, msg: 'gone', data: null }, 200);
  useSession.setState({ token: 'secret' });
  await expect(call('/user/info')).rejects.toMatchObject({ code });
  expect(useSession.getState().token).toBeNull();
  jest.useRealTimers();
});

test('API-6 offline, non-JSON, 429 and 5xx responses show one warning each', async () => {
  globalThis.fetch = jest.fn(async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(call('/coin/all')).rejects.toMatchObject({ code: 0 });
  expect(notices()).toEqual(['warning: offline']);
  answer('<html>');
  await expect(call('/coin/all')).rejects.toMatchObject({ message: 'down' });
  answer('busy', 429);
  await expect(call('/coin/all')).rejects.toMatchObject({ code: 429, message: 'too many' });
  answer('', 502);
  await expect(call('/coin/all')).rejects.toMatchObject({ message: 'down' });
  expect(notices()).toEqual(['warning: down', 'warning: too many', 'warning: down']);
});

test('API-6 a canceled request is only logged', async () => {
  const log = jest.spyOn(console, 'info').mockImplementation(() => undefined);
  globalThis.fetch = jest.fn(
    (_url, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }),
  ) as typeof fetch;
  const abort = new AbortController();
  const pending = call('/coin/1', { signal: abort.signal });
  abort.abort();
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  expect(log).toHaveBeenCalledWith('cancelled: /coin/1');
  expect(notices()).toEqual([]);
  log.mockRestore();
});
