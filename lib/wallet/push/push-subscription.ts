import { call } from '@/lib/api/client';
import type { PushKind } from '@/lib/api/push-kinds';
import type { PushResult } from '@/lib/api/types';
import { markAlertsTold, readPendingAlerts } from '@/lib/prices/price-alerts';
import { WORKER_PATH } from '@/lib/worker/worker-path';

/** Returns whether this browser can get push messages (Push API). Some can only once the site is installed. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Returns the bytes of a key of the server in base64url. */
const keyBytes = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null &&
  other.length === one.byteLength &&
  new Uint8Array(one).every((byte, at) => byte === other[at]);

/** Returns the browser's subscription for the server's key. @throws if the browser or its push service refuses. */
async function subscriptionFor(key: string): Promise<PushSubscriptionJSON> {
  // The page registers the worker only when it's idle.
  await navigator.serviceWorker.register(WORKER_PATH);
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = keyBytes(key);
  const known = await pushManager.getSubscription();
  if (known && isSame(known.options.applicationServerKey, applicationServerKey)) return known.toJSON();
  // A browser has one subscription, and the server's key has changed.
  await known?.unsubscribe();
  return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
}

/**
 * Subscribes this browser, or renews its subscription, for the signed-in account.
 * @throws ApiError if the call fails, or an Error if the browser refuses.
 */
export async function subscribeToPush(key: string, kinds: readonly PushKind[]): Promise<void> {
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
  const { toldAlerts } = await call<PushResult>('/push/subscribe', {
    json: true,
    body: { endpoint, p256dh: keys.p256dh, auth: keys.auth, kinds, alerts },
    silent: true,
  });
  markAlertsTold(new Map(toldAlerts.map(({ id, at }) => [id, Date.parse(at)])));
}

/**
 * Ends this browser's subscription. The push service then rejects messages, also if the server can't be reached.
 * @throws an Error if the browser refuses.
 */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await call<null>('/push/unsubscribe', { json: true, body: { endpoint }, silent: true }).catch(
    // The server deletes the subscription when the push service rejects it.
    () => undefined,
  );
}
