import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { PushSettings } from '@/components/wallet/settings/push-settings';
import { useNotices } from '@/lib/browser/notices';
import { addPriceAlert } from '@/lib/prices/price-alerts';
import { useSession } from '@/lib/session/session';
import { readPushChoice } from '@/lib/wallet/push/push-choice';
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
let permission: NotificationPermission;
let subscription: { endpoint: string } | null;

const pushManager = {
  subscribe: async () => {
    const made = {
      endpoint: 'https://push.example.org/1',
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
      unsubscribe: async () => {
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
  [calls, isRefused, permission, subscription] = [[], false, 'granted', null];
  localStorage.clear();
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

const show = () =>
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map() }}>
        <PushSettings account={account} />
      </SWRConfig>
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
