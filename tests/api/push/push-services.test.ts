import webPush from 'web-push';
import { POST as subscribeRoute } from '@/app/api/push/subscribe/route';
import { log } from '@/lib/server/log';
import { stopPushJobs } from '@/lib/server/push/push-jobs';
import { MAX_REFUSALS, sendPush } from '@/lib/server/push/send-push';
import { SUBSCRIPTIONS_PER_ACCOUNT, targetsOf } from '@/lib/server/push/subscriptions';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { tokenOf } from '../../support/api-sign-in';
import { queryDatabase } from '../../support/plain-chains';
import { newBrowser, startPushService } from '../../support/push-browser';

let service: Awaited<ReturnType<typeof startPushService>>;
let backend: Backend;
beforeAll(async () => {
  service = await startPushService();
  backend = await startBackend({
    env: { PUSH_PRIVATE_KEY: webPush.generateVAPIDKeys().privateKey, PUSH_SERVICE_ORIGIN: service.origin },
  });
  // The tests run the jobs themselves.
  await stopPushJobs();
});
afterAll(async () => {
  await backend.stop();
  await service.stop();
});
beforeEach(async () => {
  service.requests.length = 0;
  await queryDatabase(backend, 'delete from push_subscriptions');
});

const subscribe = (
  token: string,
  { subscription }: ReturnType<typeof newBrowser>,
  change: Record<string, unknown> = {},
) =>
  callRoute(subscribeRoute, {
    token,
    json: true,
    body: { ...subscription, kinds: ['money'], alerts: [], ...change },
  });
const subscribed = async () =>
  (await queryDatabase<{ endpoint: string }>(backend, 'select endpoint from push_subscriptions')).map(
    ({ endpoint }) => endpoint,
  );
const targets = () => targetsOf('money', [demoAccount(7).address]);

test('PUSH-2 a subscription ends if the push service refuses it five times in a row', async () => {
  const browser = newBrowser(service.origin);
  await subscribe(await tokenOf(demoAccount(7)), browser);
  const sendWith = async (status: number, times: number) => {
    service.answers.set(browser.path, status);
    for (let count = 0; count < times; count += 1) await sendPush(await targets(), 'money');
    return (await subscribed()).length;
  };
  expect(await sendWith(400, MAX_REFUSALS - 1)).toBe(1);
  expect(await sendWith(201, 1)).toBe(1);
  // Neither a service that is down nor one that refuses the site's key says anything about the subscription.
  for (const status of [503, 403]) expect(await sendWith(status, MAX_REFUSALS)).toBe(1);
  expect(await sendWith(400, MAX_REFUSALS - 1)).toBe(1);
  expect(await sendWith(400, 1)).toBe(0);
});

test('PUSH-4 a push service that does not answer in time gets no further messages in the round, and is logged once', async () => {
  const accounts = [7, 8, 9].map(demoAccount);
  const count = accounts.length * SUBSCRIPTIONS_PER_ACCOUNT;
  const warn = jest.spyOn(log, 'warn');
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const clock = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(500));
  for (const account of accounts) {
    const token = await tokenOf(account);
    for (let index = 0; index < SUBSCRIPTIONS_PER_ACCOUNT; index += 1) {
      const browser = newBrowser(service.origin);
      service.answers.set(browser.path, null);
      await subscribe(token, browser);
    }
  }
  const addresses = accounts.map(({ address }) => address);
  await sendPush(await targetsOf('money', addresses), 'money');
  clock.mockRestore();
  expect(service.requests.length).toBeLessThan(count);
  expect(warn.mock.calls.filter(([, text]) => text === 'push messages failed')).toEqual([
    [expect.objectContaining({ kind: 'money', failed: count }), expect.anything()],
  ]);
  warn.mockRestore();
  expect(await subscribed()).toHaveLength(count);
});

test.each([
  'https://fcm.googleapis.com/fcm/send/a',
  'https://updates.push.services.mozilla.com/wpush/v2/a',
  'https://web.push.apple.com/a',
  'https://wns2-par02p.notify.windows.com/w/?token=a',
])('PUSH-4 accepts a browser at %s', async (endpoint) => {
  const browser = newBrowser(service.origin);
  await subscribe(await tokenOf(demoAccount(9)), browser, { endpoint });
  expect(await subscribed()).toEqual([endpoint]);
});

test.each([
  ['http', { endpoint: 'http://fcm.googleapis.com/a' }],
  ['an IP address', { endpoint: 'https://127.0.0.1/a' }],
  ['an IPv6 address', { endpoint: 'https://[::1]/a' }],
  ['another port', { endpoint: 'https://fcm.googleapis.com:8443/a' }],
  ['credentials', { endpoint: 'https://user:password@fcm.googleapis.com/a' }],
  ['an unknown push service', { endpoint: 'https://fcm.googleapis.com.example.org/a' }],
  ['a host that only ends like a push service', { endpoint: 'https://my-notify.windows.com/a' }],
  ['no URL', { endpoint: 'push' }],
  ['a key that is no point', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
  ['a short secret', { auth: 'AAAA' }],
  ['an unknown kind', { kinds: ['everything'] }],
  ['no kind', { kinds: [] }],
])('PUSH-4 refuses a subscription with %s', async (_, change) => {
  const token = await tokenOf(demoAccount(9));
  expect(await subscribe(token, newBrowser(service.origin), change)).toMatchObject({ code: 400 });
  expect(await subscribed()).toEqual([]);
});

test('PUSH-4 a subscription needs a session', async () => {
  expect(await subscribe('A'.repeat(43), newBrowser(service.origin))).toMatchObject({ code: 401 });
  expect(await subscribed()).toEqual([]);
});
