import type { Hex } from 'viem';
import { headers, streamUrl } from '@/lib/api/client';
import { readEventLines } from '@/lib/api/event-lines';
import { keepOpen } from '@/lib/api/keep-open';
import { decodeInbox } from './core/api';
import type { Inbox } from './storage/records';

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
  (deviceKey, { beforeOpen, onInbox, onRefused }) =>
    keepOpen(async (signal) => {
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
    });

/** Follows the queue of a device in a browser. */
export const followInbox = inboxFollower((deviceKey, signal) => {
  const url = streamUrl('/messages/stream', { deviceKey });
  // EventSource can't set headers, and a session token in the query string would appear in logs.
  return fetch(url, { headers: headers(url), signal });
});
