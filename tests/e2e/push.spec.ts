import type { Page, Worker } from '@playwright/test';
import { parseEther } from 'viem';
import { chainClient, E2E_ORIGIN, FUNDER, PUSH_PORT } from '../support/e2e-site';
import { decrypt, newBrowser, startPushService } from '../support/push-browser';
import { expect, test } from '../support/wallet-test';

test.use({ serviceWorkers: 'allow' });

type Notice = { title: string; tag: string; path: string; silent: boolean };

/** Delivers push messages to the site's worker, as the browser does for its push service. */
async function deliverTo(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(E2E_ORIGIN));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await found;
  return (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: E2E_ORIGIN, registrationId, data });
}

type Recorder = {
  shown: Notice[];
  opened: string[];
  ServiceWorkerRegistration: { prototype: object };
  clients: object;
};

/** Records what the worker shows and opens, because browsers without a window refuse both. */
const record = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Recorder;
    const [shown, opened]: [Notice[], string[]] = [[], []];
    Object.assign(scope, { shown, opened });
    Object.assign(scope.ServiceWorkerRegistration.prototype, {
      showNotification: async (
        title: string,
        { data, ...options }: Omit<Notice, 'title' | 'path'> & { data: string },
      ) => void shown.push({ title, tag: options.tag, path: data, silent: options.silent }),
    });
    Object.assign(scope.clients, { openWindow: async (path: string) => void opened.push(path) });
  });
const shown = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Recorder).shown);

/** Presses a notification, and returns what the worker opens. */
const press = (worker: Worker, path: string) =>
  worker.evaluate((data) => {
    const event = new Event('notificationclick');
    const waitUntil = () => undefined;
    dispatchEvent(Object.assign(event, { notification: { data, close: () => undefined }, waitUntil }));
    return (globalThis as unknown as Recorder).opened;
  }, path);

/** Opens a page, and returns the worker that controls it. */
async function workerOf(page: Page, path: string): Promise<Worker> {
  await page.goto(path);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? null))
    .toBe('activated');
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('there is no service worker');
  return worker;
}

test('PUSH-5 the worker shows its own text for each kind, names the page to open, and makes no sound over a wallet page', async ({
  page,
}) => {
  const worker = await workerOf(page, '/wallet');
  await record(worker);
  const deliver = await deliverTo(page);
  // The page on the screen shows the event itself.
  await deliver('{"kind":"money","locale":"en"}');
  await expect.poll(() => shown(worker)).toHaveLength(1);
  await page.goto('about:blank');
  await deliver('{"kind":"alerts","locale":"en"}');
  await deliver('{"kind":"messages","locale":"zh-Hant"}   ');
  await deliver('{"kind":"money","locale":"xx"}');
  await deliver('{"kind":"toString","locale":"en"}');
  await deliver('no JSON');
  const known = { tag: expect.any(String), silent: false };
  const unknown = { ...known, title: 'New activity in your wallet', path: '/wallet' };
  await expect
    .poll(() => shown(worker))
    .toEqual([
      { ...known, title: 'You received money', path: '/wallet/activity', silent: true },
      { ...known, title: 'A price alert was triggered', path: '/wallet/coins' },
      { ...known, title: '訊息有新動態', path: '/zh-Hant/wallet/messages' },
      { ...known, title: 'You received money', path: '/wallet/activity' },
      unknown,
      unknown,
    ]);
  await expect.poll(() => press(worker, '/wallet/coins')).toContain('/wallet/coins');
});

test('PUSH-1 PUSH-2 a device that chose it is notified of money received while the site is closed, until it turns that off', async ({
  walletPage,
  wallet,
  page,
  context,
}) => {
  const service = await startPushService(PUSH_PORT);
  const browser = newBrowser(service.origin);
  // Chromium without its vendor's network has no push service, so this one takes its place.
  await context.addInitScript(({ endpoint, p256dh, auth }) => {
    const subscription = {
      endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        sessionStorage.removeItem('subscribed');
        return true;
      },
    };
    const manager = {
      subscribe: async () => {
        sessionStorage.setItem('subscribed', '1');
        return subscription;
      },
      getSubscription: async () => (sessionStorage.getItem('subscribed') ? subscription : null),
    };
    Object.assign(PushManager.prototype, manager);
    // Browsers without a window deny notifications.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
  }, browser.subscription);
  const { address } = wallet.account;
  await walletPage.open('/wallet/settings');
  await walletPage.signIn();
  const worker = await workerOf(page, '/wallet/settings');
  await record(worker);
  const part = page.getByRole('region', { name: 'Notifications on this device' });
  const money = part.getByRole('checkbox', { name: /^Money received/ });
  await expect(money).not.toBeChecked();
  await money.click();
  await expect(money).toBeChecked();
  await expect(part.getByRole('checkbox', { name: /^Price alerts/ })).not.toBeChecked();
  await page.reload();
  await expect(money).toBeChecked();

  const deliver = await deliverTo(page);
  await page.goto('about:blank');
  const client = chainClient(31337);
  // The server looks every few seconds, and the first look only reads where the account starts.
  await expect(async () => {
    await client.sendTransaction({ account: FUNDER, to: address, value: parseEther('0.01') });
    expect(service.requests.length).toBeGreaterThan(0);
  }).toPass({ intervals: [5_000] });
  const [request] = service.requests;
  const message = decrypt(request?.body ?? Buffer.alloc(0), browser.keys);
  expect(JSON.parse(message)).toEqual({ kind: 'money', locale: 'en' });
  await deliver(message);
  await expect
    .poll(() => shown(worker))
    .toEqual([{ title: 'You received money', tag: 'push money', path: '/wallet/activity', silent: false }]);

  await walletPage.open('/wallet/settings');
  await expect(money).toBeChecked();
  await money.click();
  await expect(money).not.toBeChecked();
  await service.stop();
});
