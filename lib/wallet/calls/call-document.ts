import { z } from 'zod';
import { address } from '@/lib/api/schemas/values';
import { loadedPath } from '@/lib/browser/loaded-path';
import { withoutLocale } from '@/lib/i18n/routing';
import { deviceKey } from '@/lib/messages/protocol/device-binding';
import { withVisit } from '@/lib/preferences/visit';
import { routes } from '@/lib/routes';
import type { Call } from './call-types';
import { RING_MS } from './constants';
import { callId, LAST_SEQUENCE } from './signal';

const KEY = 'tidewell.call';

const device = z.object({ account: address, device: deviceKey });
/**
 * A call that continues on the messages page after it loads: either one that the user accepted, with its next
 * sequence number, or one to start. `until` is in ms since the epoch.
 */
const handedOver = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('accept'),
    until: z.number(),
    nextSequence: z.int().nonnegative().max(LAST_SEQUENCE),
    call: z.object({
      id: callId,
      conversation: z.string(),
      caller: device,
      others: z.array(address),
      legs: z.array(device),
    }),
  }),
  z.object({
    type: z.literal('start'),
    until: z.number(),
    conversation: z.string(),
    others: z.array(address),
  }),
]);
type HandedOver = z.infer<typeof handedOver>;
export type CallToHandOver =
  | { type: 'accept'; nextSequence: number; call: Call }
  | Omit<Extract<HandedOver, { type: 'start' }>, 'until'>;

/**
 * Returns whether this document may use the microphone (Permissions-Policy), which requires that it was loaded as the
 * messages page.
 */
export const isCallDocument = (): boolean => loadedPath() === routes.messages;

/** Loads the call's conversation, where the call continues. Returns false if the browser can't store the call. */
export function handOverCall(entry: CallToHandOver): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...entry, until: Date.now() + RING_MS }));
  } catch {
    return false;
  }
  const { pathname, origin } = window.location;
  const prefix = pathname.slice(0, pathname.length - withoutLocale(pathname).length);
  const url = new URL(prefix + routes.messages, origin);
  url.searchParams.set('conversation', entry.type === 'start' ? entry.conversation : entry.call.conversation);
  window.location.assign(withVisit(url));
  return true;
}

/** Returns whether the previous page handed over a call. */
export function hasHandedOverCall(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/**
 * Returns the call that the previous page handed over and removes it from storage. Returns null if there is none or
 * it's too old.
 */
export function takeHandedOverCall(): HandedOver | null {
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const { data } = handedOver.safeParse(JSON.parse(stored ?? 'null'));
    return data && data.until > Date.now() ? data : null;
  } catch {
    // Storage is blocked or contains invalid data.
    return null;
  }
}
