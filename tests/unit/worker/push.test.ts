import { listenForPush } from '@/lib/worker/push';
import en from '@/messages/en.json';
import zhHant from '@/messages/zh-Hant.json';

const shown: [title: string, options: NotificationOptions][] = [];
let windows: Pick<WindowClient, 'url' | 'visibilityState'>[] = [];
Object.assign(globalThis, {
  WORKER_WORDING: { en: en.worker, 'zh-Hant': zhHant.worker },
  registration: {
    showNotification: async (title: string, options: NotificationOptions) =>
      void shown.push([title, options]),
  },
  clients: { matchAll: async () => windows },
});
listenForPush();

/** Delivers a push message, and returns the notification. */
async function deliver(text: string) {
  let work: Promise<unknown> = Promise.resolve();
  const data = { json: () => JSON.parse(text) };
  const waitUntil = (promise: Promise<unknown>) => {
    work = promise;
  };
  dispatchEvent(Object.assign(new Event('push'), { data, waitUntil }));
  await work;
  const [title, { tag, silent, data: path } = {}] = shown.pop() ?? [];
  return { title, tag, silent, path };
}

const money = '{"kind":"money","locale":"zh-Hant"}   ';
const known = { title: '您收到一筆款項', tag: 'push money', path: '/zh-Hant/wallet/activity' };

test.each([
  ['no page is open', [], false],
  ['a page is hidden', [{ url: 'https://site/wallet', visibilityState: 'hidden' }], false],
  [
    'a page is visible',
    [{ url: 'https://site/zh-Hant/wallet/swap?from=1', visibilityState: 'visible' }],
    true,
  ],
] as const)('PUSH-5 shows a notification, silent only over a visible page: %s', async (_, open, silent) => {
  windows = [...open];
  expect(await deliver(money)).toEqual({ ...known, silent });
});

test.each(['{"kind":"toString","locale":"en"}', 'no JSON', '{}', 'null'])(
  'PUSH-5 a message of a kind that the worker does not know shows a general text: %s',
  async (text) => {
    expect(await deliver(text)).toMatchObject({ title: 'New activity in your wallet', path: '/wallet' });
  },
);
