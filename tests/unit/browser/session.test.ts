import Cookies from 'js-cookie';
import { useNotices } from '@/lib/browser/notices';
import { startSession, useSession } from '@/lib/session/session';
import { beginSession, endSession, onSessionEnd } from '@/lib/session/session-changes';

let tests = 0;
const revoke = jest.fn(async () => undefined);

beforeEach(() => {
  // The cookie jar uses real time, so the fake clock starts at the real time. Each test starts after the previous
  // test's lock has expired.
  tests += 1;
  jest.useFakeTimers({ now: Date.now() + tests * 10_000 });
  useNotices.setState({ notices: [] });
  localStorage.clear();
  revoke.mockClear();
  startSession({
    wording: { disconnected: 'wallet disconnected, please reconnect' },
    revoke,
    loadChanges: () => import('@/lib/session/session-changes'),
  });
});
afterEach(() => {
  jest.advanceTimersByTime(10_000);
  jest.useRealTimers();
});

function begin() {
  beginSession('secret', new Date(Date.now() + 7_200_000).toISOString(), '0x1');
}

test('AUTH-3 sign-out clears token and wallet keys, closes the wallet, warns and revokes', async () => {
  const close = jest.fn(async () => {
    localStorage.setItem('wagmi.late', '{}');
  });
  const stop = onSessionEnd(close);
  begin();
  expect(Cookies.get('token')).toBe('secret');
  localStorage.setItem('wagmi.store', '{}');
  localStorage.setItem('wc@2:client', '{}');
  localStorage.setItem('theme', 'dark');
  endSession();
  expect(Cookies.get('token')).toBeUndefined();
  expect(useSession.getState().token).toBeNull();
  await jest.advanceTimersByTimeAsync(0);
  expect(close).toHaveBeenCalledTimes(1);
  expect(Object.keys(localStorage)).toEqual(['theme']);
  expect(revoke).toHaveBeenCalledWith('secret');
  expect(useNotices.getState().notices).toMatchObject([
    { type: 'warning', message: 'wallet disconnected, please reconnect' },
  ]);
  stop();
});

test('AUTH-3 ignores further sign-out triggers for 1,500 ms', () => {
  begin();
  endSession();
  begin();
  endSession();
  expect(revoke).toHaveBeenCalledTimes(1);
  expect(useSession.getState().token).toBe('secret');
  jest.advanceTimersByTime(1_500);
  endSession();
  expect(revoke).toHaveBeenCalledTimes(2);
  expect(useSession.getState().token).toBeNull();
});

test('AUTH-1 nothing happens if an anonymous visitor signs out', () => {
  endSession();
  expect(revoke).not.toHaveBeenCalled();
  expect(useNotices.getState().notices).toEqual([]);
});
