import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { signOut } from '@/components/wallet/account/sign-out';
import { PushSettings } from '@/components/wallet/settings/push-settings';
import { PushKeeper } from '@/components/wallet/shell/push-keeper';
import { useNotices } from '@/lib/browser/notices';
import { addPriceAlert } from '@/lib/prices/price-alerts';
import { startSession, useSession } from '@/lib/session/session';
import { readPushChoice, storePushChoice } from '@/lib/wallet/push/push-choice';
import en from '@/messages/en.json';
import { configureOfflineApi } from '../../../support/client-settings';

const account = `0x${'aB'.repeat(20)}`;
const alert = {
  coinId: 1,
  symbol: 'ETH',
  currency: 'USD',
  side: 'above',
  price: '2500',
  toldAt: null,
} as const;

let calls: [path: string, body: Record<string, unknown>][];
let isRefused: boolean;
let cannotEnd: boolean;
let permission: NotificationPermission;
let subscription: { endpoint: string } | null;

const key = Buffer.from('AAAA', 'base64url');

const pushManager = {
  subscribe: async () => {
    const made = {
      endpoint: 'https://push.example.org/1',
      options: { applicationServerKey: new Uint8Array(key).buffer },
      toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
      unsubscribe: async () => {
        if (cannotEnd) throw new DOMException('no network', 'AbortError');
        subscription = null;
        return true;
      },
    };
    subscription = made;
    return made;
  },
  getSubscription: async () => subscription,
};

beforeEach(() => {
  [calls, isRefused, cannotEnd, permission, subscription] = [[], false, false, 'granted', null];
  localStorage.clear();
  storePushChoice(account, []);
  configureOfflineApi();
  useNotices.setState({ notices: [] });
  useSession.setState({ token: 'secret', account });
  Object.assign(window, {
    PushManager: class {},
    Notification: { permission: 'default', requestPermission: async () => permission },
  });
  Object.assign(navigator, {
    serviceWorker: {
      register: async () => undefined,
      ready: Promise.resolve({ pushManager }),
      getRegistration: async () => ({ pushManager }),
    },
  });
  globalThis.fetch = (async (url, options) => {
    if (options?.method !== 'POST')
      return Response.json({ code: 200, msg: '', data: { push: { key: 'AAAA' }, messages: null } });
    calls.push([String(url), JSON.parse(String(options.body))]);
    return isRefused
      ? Response.json({ code: 503, msg: 'no', data: null }, { status: 503 })
      : Response.json({ code: 200, msg: '', data: { toldAlerts: [] } });
  }) as typeof fetch;
});

const show = (part = <PushSettings account={account} />) =>
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map() }}>{part}</SWRConfig>
    </NextIntlClientProvider>,
  );
const box = (name: RegExp) => screen.findByRole('checkbox', { name });

test('PUSH-1 each kind has its own consent, and only that for alerts sends the alerts', async () => {
  addPriceAlert(alert);
  show();
  const [money, alerts] = [await box(/^Money received/), await box(/^Price alerts/)];
  expect(screen.queryByRole('checkbox', { name: /^Messages/ })).toBeNull();
  await userEvent.click(money);
  expect(calls).toEqual([
    [expect.stringMatching(/\/push\/subscribe$/), expect.objectContaining({ kinds: ['money'], alerts: [] })],
  ]);
  await userEvent.click(alerts);
  expect(calls[1]?.[1]).toMatchObject({
    kinds: ['money', 'alerts'],
    alerts: [{ coinId: 1, currency: 'USD', side: 'above', price: '2500' }],
  });
  expect(readPushChoice(account)).toEqual(['money', 'alerts']);
  await userEvent.click(money);
  await userEvent.click(alerts);
  expect(calls.at(-1)).toEqual([
    expect.stringMatching(/\/push\/unsubscribe$/),
    { endpoint: 'https://push.example.org/1' },
  ]);
  expect([readPushChoice(account), subscription]).toEqual([[], null]);
});

test('PUSH-1 nothing changes if the browser or the server refuses, and the user is told what to do', async () => {
  show();
  const money = await box(/^Money received/);
  isRefused = true;
  await userEvent.click(money);
  expect(money).not.toBeChecked();
  expect(useNotices.getState().notices.map(({ message }) => message)).toEqual([
    "Can't change notifications. Check your connection and try again.",
  ]);
  permission = 'denied';
  await userEvent.click(money);
  expect(await screen.findByText(/^Your browser blocks notifications from this site\./)).toBeVisible();
  expect(money).not.toBeChecked();
  expect(readPushChoice(account)).toEqual([]);
});

/** Visits the wallet, and returns the calls once the page has done its part. */
async function visit(): Promise<string[]> {
  calls = [];
  const looked = jest.spyOn(pushManager, 'getSubscription');
  const { unmount } = show(<PushKeeper />);
  await waitFor(() => expect(looked).toHaveBeenCalled());
  await act(async () => undefined);
  looked.mockRestore();
  unmount();
  return calls.map(([path]) => path.replace(/.*\/push/, ''));
}

test('PUSH-2 a visit renews the subscription once a day, and if the session or the alerts have changed', async () => {
  Object.assign(window.Notification, { permission: 'granted' });
  show();
  await userEvent.click(await box(/^Money received/));
  expect(await visit()).toEqual([]);
  useSession.setState({ token: 'another', account });
  expect(await visit()).toEqual(['/subscribe']);
  expect(await visit()).toEqual([]);
  jest.useFakeTimers({
    doNotFake: ['setTimeout', 'queueMicrotask', 'setInterval', 'setImmediate'],
    now: Date.now() + 86_400_000,
  });
  expect(await visit()).toEqual(['/subscribe']);
  jest.useRealTimers();
});

test('PUSH-2 what could not be ended stays off, and the next visit ends it', async () => {
  Object.assign(window.Notification, { permission: 'granted' });
  show();
  const money = await box(/^Money received/);
  await userEvent.click(money);
  await waitFor(() => expect(money).toHaveAttribute('aria-disabled', 'false'));
  cannotEnd = true;
  await userEvent.click(money);
  await waitFor(() => expect(money).not.toBeChecked());
  expect(useNotices.getState().notices.map(({ message }) => message)).toEqual([
    'Notifications are off, but some may still arrive until you open the wallet again.',
  ]);
  cannotEnd = false;
  expect(await visit()).toEqual(['/unsubscribe']);
  expect(subscription).toBeNull();
});

test('PUSH-2 signing out ends the session and the browser’s subscription', async () => {
  startSession({
    wording: { disconnected: 'Disconnected' },
    revoke: async () => undefined,
    loadChanges: async () => ({ endSessionHere: () => undefined }),
  });
  useSession.setState({ token: 'secret', account });
  show();
  await userEvent.click(await box(/^Money received/));
  await signOut();
  expect(useSession.getState().token).toBeNull();
  await waitFor(() => expect(subscription).toBeNull());
});
