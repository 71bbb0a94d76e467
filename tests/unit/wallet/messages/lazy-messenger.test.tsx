import { act, render } from '@testing-library/react';
import { LazyMessenger } from '@/components/wallet/messages/lazy-messenger';
import { markDevice } from '@/lib/messages/views/account-marks';
import { useSession } from '@/lib/session/session';

let path = '/wallet/activity';
jest.mock('next/navigation', () => ({ usePathname: () => path }));
const started = jest.fn();
jest.mock('@/components/wallet/messages/background-messenger', () => ({
  BackgroundMessenger: ({ account }: { account: string }) => {
    started(account);
    return null;
  },
}));

const account = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const idle: IdleRequestCallback[] = [];
beforeEach(() => {
  started.mockClear();
  idle.length = 0;
  path = '/wallet/activity';
  localStorage.clear();
  markDevice(account, false);
  useSession.setState({ token: 'token', account });
  Object.assign(window, {
    requestIdleCallback: (callback: IdleRequestCallback) => idle.push(callback),
    cancelIdleCallback: () => idle.splice(0),
  });
});
const whenIdle = () =>
  act(async () => {
    for (const callback of idle.splice(0)) callback({ didTimeout: false, timeRemaining: () => 50 });
  });

test('CALL-8 the messenger runs when the page is idle, once the account has a device in this browser', async () => {
  render(<LazyMessenger />);
  expect(idle).toEqual([]);
  act(() => markDevice(account, true));
  expect(started).not.toHaveBeenCalled();
  await whenIdle();
  expect(started).toHaveBeenLastCalledWith(account);
  expect(localStorage.getItem('tidewell.messages')).toBe(JSON.stringify([account.toLowerCase()]));
});

test.each([
  [
    'of another account',
    () => useSession.setState({ account: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }),
  ],
  ['without a session', () => useSession.setState({ token: null })],
  ['after the device was revoked', () => markDevice(account, false)],
  [
    'outside the wallet',
    () => {
      path = '/home';
    },
  ],
])('CALL-8 nothing loads %s', async (_, change) => {
  markDevice(account, true);
  change();
  render(<LazyMessenger />);
  expect(idle).toEqual([]);
  expect(started).not.toHaveBeenCalled();
});
