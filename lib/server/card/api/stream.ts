import 'server-only';
import type { Address } from 'viem';
import { isSessionOpen, type Session } from '../../auth/session';
import { ApiError } from '../../http/api-error';
import { clientOf } from '../../http/client-address';
import { KeyedHub } from '../../http/keyed-hub';
import { encodeEvent, STREAM_RETRY_MS, type StreamReader } from '../../http/stream-reader';
import { clientCounts, type OpenCount } from '../../limits/open-counts';
import { CARD_CHANNEL } from '../announce';

/** Maximum number of card stream readers per instance. */
const CARD_STREAM_LIMIT = 1_000;
/** Maximum number of open card streams per account, per client, and per IPv6 /48 network, on one instance. */
const STREAMS_PER_ACCOUNT = 10;
const STREAMS_PER_CLIENT = 20;
const STREAMS_PER_NETWORK = 100;

type CardHub = KeyedHub<Address>;

/** Stored on globalThis, because Next loads this module separately for routes and instrumentation. */
const key = Symbol.for('tidewell.card-streams');
const registry = globalThis as typeof globalThis & { [key]?: CardHub | undefined };

/** Enables card streams on this instance. */
export async function startCardStreams(): Promise<void> {
  const before = registry[key];
  registry[key] = new KeyedHub(CARD_STREAM_LIMIT, CARD_CHANNEL);
  await before?.stop();
}

/** Closes this instance's card streams. */
export async function stopCardStreams(): Promise<void> {
  const hub = registry[key];
  delete registry[key];
  await hub?.stop();
}

/**
 * Opens a stream that has an event at the start, and whenever purchases, cards, or card money of the account change. Changes that
 * happen while the reader has no room are one event. It closes when the session has ended.
 * @throws ApiError 429 if the account, client, or network has too many streams, or 503 if there are too many readers.
 */
export async function openCardStream(
  { address, tokenHash }: Session,
  request: Request,
): Promise<StreamReader<Address>> {
  const hub = registry[key];
  const counts: OpenCount[] = [
    [address, STREAMS_PER_ACCOUNT],
    ...clientCounts(clientOf(request), { perClient: STREAMS_PER_CLIENT, perNetwork: STREAMS_PER_NETWORK }),
  ];
  if (hub?.isFull(counts)) throw new ApiError(429, 'tooMany', { retryAfter: STREAM_RETRY_MS / 1_000 });
  const reader = hub?.subscribeKey(address, counts, async () =>
    (await isSessionOpen(tokenHash))
      ? encodeEvent('card', JSON.stringify({ at: new Date().toISOString() }))
      : undefined,
  );
  if (!reader) throw new ApiError(503, 'busy');
  reader.mark([address]);
  return reader;
}
