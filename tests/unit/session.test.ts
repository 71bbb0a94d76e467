import Cookies from 'js-cookie';
import { useNotices } from '@/lib/notices';
import { beginSession, endSession, onSessionEnd, startSession, useSession } from '@/lib/session';

const revoke = jest.fn(async () => undefined);

beforeEach(() => {
  jest.useFakeTimers({ now: 1_700_000_000_000 });
  jest.setSystemTime(Date.now() + 60_000);
  useNotices.setState({ notices: [] });
  localStorage.clear();
  revoke.mockClear();
  startSession({ wording: { disconnected: 'wallet disconnected, please reconnect' }, revoke });
});
afterEach(() => {
  jest.advanceTimersByTime(10_000);
  jest.useRealTimers();
});

function begin() {
  beginSession('secret', new Date(Date.now() + 7_200_000).toISOString());
}

test('AUTH-3 logout clears token and wallet keys, closes the wallet, warns and revokes', () => {
  const close = jest.fn();
  const stop = onSessionEnd(close);
  begin();
  expect(Cookies.get('token')).toBe('secret');
  localStorage.setItem('wagmi.store', '{}');
  localStorage.setItem('wc@2:client', '{}');
  localStorage.setItem('theme', 'dark');
  endSession();
  expect(Cookies.get('token')).toBeUndefined();
  expect(useSession.getState().token).toBeNull();
  expect(Object.keys(localStorage)).toEqual(['theme']);
  expect(close).toHaveBeenCalledTimes(1);
  expect(revoke).toHaveBeenCalledWith('secret');
  expect(useNotices.getState().notices).toMatchObject([
    { type: 'warning', message: 'wallet disconnected, please reconnect' },
  ]);
  stop();
});

test('AUTH-3 a 1,500 ms lock makes simultaneous triggers one', () => {
  jest.setSystemTime(Date.now() + 10_000);
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

test('AUTH-1 an anonymous visitor who logs out notices nothing', () => {
  jest.setSystemTime(Date.now() + 20_000);
  endSession();
  expect(revoke).not.toHaveBeenCalled();
  expect(useNotices.getState().notices).toEqual([]);
});
