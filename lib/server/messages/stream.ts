import 'server-only';
import type { Hex } from 'viem';
import type { Session } from '../auth/session';
import { ApiError } from '../http/api-error';
import { clientOf } from '../http/client-address';
import { KeyedHub } from '../http/keyed-hub';
import { encodeEvent, STREAM_RETRY_MS, type StreamReader } from '../http/stream-reader';
import { clientCounts, type OpenCount } from '../limits/open-counts';
import { MESSAGE_CHANNEL } from './announce';
import { requireDevice } from './devices';
import { newItems } from './inbox';

/** Maximum number of message stream readers per instance. */
const MESSAGE_STREAM_LIMIT = 1_000;
/** Maximum number of open message streams per account on one instance: one per device, and some that haven't closed yet. */
export const MESSAGE_STREAMS_PER_ACCOUNT = 20;
/** Maximum number of open message streams per client, and per IPv6 /48 network, on one instance. Accounts are free. */
export const MESSAGE_STREAMS_PER_CLIENT = 40;
const MESSAGE_STREAMS_PER_NETWORK = 100;

type MessageHub = KeyedHub<Hex>;

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.messages');
const registry = globalThis as typeof globalThis & { [key]?: MessageHub | undefined };

/** Enables message streams on this instance. */
export async function startMessageStreams(): Promise<void> {
  const before = registry[key];
  registry[key] = new KeyedHub(MESSAGE_STREAM_LIMIT, MESSAGE_CHANNEL);
  await before?.stop();
}

/** Closes this instance's message streams. */
export async function stopMessageStreams(): Promise<void> {
  const hub = registry[key];
  delete registry[key];
  await hub?.stop();
}

/** Returns the hub that notifies readers, or undefined before the start. */
export const messageHub = (): MessageHub | undefined => registry[key];

/**
 * Opens a stream of a device's queue: what waits at the start, and what is queued later, each item once. It uses no
 * database connection of its own. It closes when the session has ended or the device was revoked.
 * @throws ApiError 403 if the device isn't the account's, 429 if the account, client, or network has too many streams, or
 * 503 if there are too many readers.
 */
export async function openMessageStream(
  session: Session,
  deviceKey: Hex,
  request: Request,
): Promise<StreamReader<Hex>> {
  await requireDevice(session.address, deviceKey);
  const hub = messageHub();
  const counts: OpenCount[] = [
    [session.address, MESSAGE_STREAMS_PER_ACCOUNT],
    ...clientCounts(clientOf(request), {
      perClient: MESSAGE_STREAMS_PER_CLIENT,
      perNetwork: MESSAGE_STREAMS_PER_NETWORK,
    }),
  ];
  if (hub?.isFull(counts)) throw new ApiError(429, 'tooMany', { retryAfter: STREAM_RETRY_MS / 1_000 });
  const next = newItems(session, deviceKey);
  const reader = hub?.subscribeKey(deviceKey, counts, async () => {
    const items = await next();
    return items ? encodeEvent('inbox', JSON.stringify(items)) : items;
  });
  if (!reader) throw new ApiError(503, 'busy');
  reader.mark([deviceKey]);
  return reader;
}
