import { keccak256, stringToHex, withTimeout } from 'viem';
import { call, headers } from '@/lib/api/client';
import type { PushKind } from '@/lib/api/push-kinds';
import type { PushResult } from '@/lib/api/types';
import { fromBase64Url } from '@/lib/messages/storage/cipher';
import { readStored, writeStored } from '@/lib/preferences/storage';
import { markAlertsTold, readPendingAlerts } from '@/lib/prices/price-alerts';
import { WORKER_PATH } from '@/lib/worker/worker-path';

/** Returns whether this browser can get push messages (Push API). Some can only once the site is installed. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const SUBSCRIBE = '/push/subscribe';
/** Storage key for the hash of what the server stored last, and of the day. */
const RENEWED_KEY = 'tidewell.pushRenewed';
/** How long signing out and the settings wait for the browser and the server when a subscription ends. */
const END_TIMEOUT_MS = 3_000;

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null &&
  other.length === one.byteLength &&
  new Uint8Array(one).every((byte, at) => byte === other[at]);

/** Returns the browser's subscription for the server's key. @throws if the browser or its push service refuses. */
async function subscriptionFor(key: string): Promise<PushSubscriptionJSON> {
  // The page registers the worker only when it's idle.
  await navigator.serviceWorker.register(WORKER_PATH);
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = fromBase64Url(key);
  const known = await pushManager.getSubscription();
  if (known && isSame(known.options.applicationServerKey, applicationServerKey)) return known.toJSON();
  // A browser has one subscription, and the server's key has changed.
  await known?.unsubscribe();
  return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
}

async function inputFor(key: string, kinds: readonly PushKind[]) {
  const { endpoint, keys = {} } = await subscriptionFor(key);
  const alerts = kinds.includes('alerts')
    ? readPendingAlerts().map(({ id, coinId, currency, side, price }) => ({
        id,
        coinId,
        currency,
        side,
        price,
      }))
    : [];
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth, kinds, alerts };
}

type Input = Awaited<ReturnType<typeof inputFor>>;

/** Returns a hash of what the server stores today: the input, and the session and language, which are headers. */
const hashOf = (input: Input): string =>
  keccak256(stringToHex(JSON.stringify([new Date().toISOString().slice(0, 10), headers(SUBSCRIBE), input])));

async function send(input: Input): Promise<void> {
  const hash = hashOf(input);
  const { toldAlerts } = await call<PushResult>(SUBSCRIBE, { json: true, body: input, silent: true });
  writeStored(RENEWED_KEY, hash);
  markAlertsTold(new Map(toldAlerts.map(({ id, at }) => [id, Date.parse(at)])));
}

/**
 * Subscribes this browser for the signed-in account.
 * @throws ApiError if the call fails, or an Error if the browser refuses.
 */
export const subscribeToPush = async (key: string, kinds: readonly PushKind[]): Promise<void> =>
  send(await inputFor(key, kinds));

/**
 * Renews this browser's subscription, once a day, and if something has changed. With pending price alerts, always, because the
 * server may have pushed one since.
 * @throws the same errors as `subscribeToPush`.
 */
export async function renewPush(key: string, kinds: readonly PushKind[]): Promise<void> {
  const input = await inputFor(key, kinds);
  if (input.alerts.length > 0 || readStored(RENEWED_KEY) !== hashOf(input)) await send(input);
}

/**
 * Ends this browser's subscription. The push service then rejects messages, also if the server can't be reached.
 * @throws an Error if the browser refuses or doesn't answer. It still has the subscription then, so this can be called again.
 */
export async function unsubscribeFromPush(): Promise<void> {
  if (!canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  writeStored(RENEWED_KEY, null);
  const body = { endpoint: subscription.endpoint };
  const [ended] = await Promise.allSettled([
    withTimeout(() => subscription.unsubscribe(), { timeout: END_TIMEOUT_MS }),
    // If this fails, the server deletes the subscription when the push service rejects it.
    call<null>('/push/unsubscribe', { json: true, body, silent: true, timeoutMs: END_TIMEOUT_MS }),
  ]);
  if (ended.status === 'rejected') throw ended.reason;
}
