import type { Hex } from 'viem';
import { headers, streamUrl } from '@/lib/api/client';
import { readEventLines } from '@/lib/api/event-lines';
import { decodeInbox } from './core/api';
import type { Inbox } from './storage/records';

/** Delays before the stream is reopened, in ms. The last one repeats. */
const REOPEN_MS = [1_000, 6_000, 30_000, 120_000] as const;

type Handlers = {
  /** Called before each stream is requested. No items of an earlier one arrive after that. */
  beforeOpen: () => Promise<void>;
  /** Called with new items of the queue. A stream starts with the oldest, and has each item once. */
  onInbox: (inbox: Inbox) => void;
  /** Called if the stream is refused because the device may have been revoked. A fetch determines that. */
  onRefused: () => void;
};

/** Follows the queue of a device. Returns a function that stops it. */
export type FollowInbox = (deviceKey: Hex, handlers: Handlers) => () => void;

/** Requests a stream of the API. */
type OpenStream = (deviceKey: Hex, signal: AbortSignal) => Promise<Response>;

/**
 * Returns a function that follows the queue of a device, and reopens its stream when it ends. Without a stream, the
 * messenger polls.
 */
export const inboxFollower =
  (request: OpenStream): FollowInbox =>
  (deviceKey, { beforeOpen, onInbox, onRefused }) => {
    const abort = new AbortController();
    const { signal } = abort;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = async (): Promise<void> => {
      await beforeOpen();
      if (signal.aborted) return;
      const response = await request(deviceKey, signal);
      if (response.status === 403) onRefused();
      if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`);
      // The stream has only events with items.
      await readEventLines(response.body, (data) => {
        const inbox = decodeInbox(JSON.parse(data));
        if (!signal.aborted) onInbox(inbox);
      });
    };
    const open = async (attempt: number): Promise<void> => {
      const started = Date.now();
      try {
        await follow();
      } catch {
        // The API calls report an unreachable server.
      }
      if (signal.aborted) return;
      const next = Date.now() - started > 60_000 ? 0 : attempt + 1;
      const [ms = 0] = REOPEN_MS.slice(Math.min(next, REOPEN_MS.length - 1));
      timer = setTimeout(() => void open(next), ms * (1 + Math.random()));
    };
    void open(0);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  };

/** Follows the queue of a device in a browser. */
export const followInbox = inboxFollower((deviceKey, signal) => {
  const url = streamUrl('/messages/stream', { deviceKey });
  // EventSource can't set headers, and a session token in the query string would appear in logs.
  return fetch(url, { headers: headers(url), signal });
});
