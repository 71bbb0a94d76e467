import { type Address, bytesToHex, type Hex } from 'viem';
import { z } from 'zod';
import { address } from '@/lib/api/schemas/values';
import { deviceKey } from '@/lib/wallet/messages/device-binding';
import { MOST_PARTICIPANTS, REMEMBERED_CALLS, RING_MS } from './constants';

/** Maximum length of a session description. Browsers need about 2,000 characters for one audio stream. */
export const LONGEST_SDP = 12_000;
/** Maximum length of one candidate, and number of them in a signal. */
const LONGEST_CANDIDATE = 512;
export const MOST_CANDIDATES = 24;
/** Maximum sequence number. No call needs as many signals. */
export const LAST_SEQUENCE = 100_000;

/** 16 random bytes in hexadecimal. */
export const callId = z.string().regex(/^[0-9a-f]{32}$/);
/** What every signal has. The sequence number grows with each signal of the device in the call. */
const base = {
  callId,
  seq: z.int().nonnegative().max(LAST_SEQUENCE),
};
/** A signal to one device names it, because the server could deliver the message to another member. */
const addressed = { ...base, to: deviceKey };
const sdp = z.string().min(1).max(LONGEST_SDP);

const candidate = z.strictObject({
  candidate: z
    .string()
    .max(LONGEST_CANDIDATE)
    .regex(/^(?:candidate:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/),
  usernameFragment: z
    .string()
    .regex(/^[A-Za-z0-9+/]{4,256}$/)
    .nullable(),
});
export type SignalCandidate = z.infer<typeof candidate>;

/**
 * What devices in a call send to each other. It travels as content of an MLS message, so its sender (account and device)
 * is authenticated, and the server can't read it. Everything in it comes from another device.
 */
export const callSignal = z.discriminatedUnion('type', [
  /** Asks the participants, who include the sender, to join. `at` is the time by the sender's clock, in ms. */
  z.strictObject({
    type: z.literal('invite'),
    ...base,
    at: z.int().nonnegative().max(8_640_000_000_000_000),
    participants: z.array(address).min(2).max(MOST_PARTICIPANTS),
  }),
  z.strictObject({ type: z.literal('ringing'), ...base }),
  z.strictObject({ type: z.literal('accept'), ...base }),
  /** `device`: the user accepted, but the device can't take part, for example without a microphone. */
  z.strictObject({ type: z.literal('decline'), ...base, reason: z.enum(['user', 'device']) }),
  z.strictObject({ type: z.literal('busy'), ...base }),
  z.strictObject({ type: z.literal('offer'), ...addressed, sdp }),
  z.strictObject({ type: z.literal('answer'), ...addressed, sdp }),
  z.strictObject({
    type: z.literal('candidates'),
    ...addressed,
    candidates: z.array(candidate).min(1).max(MOST_CANDIDATES),
  }),
  /** Asks the device that makes the offers for an ICE restart (RFC 8839). */
  z.strictObject({ type: z.literal('restart'), ...addressed }),
  /** `glare`: two accounts called each other, and the other call goes on. */
  z.strictObject({ type: z.literal('hangUp'), ...base, reason: z.enum(['user', 'failed', 'glare']) }),
]);
export type CallSignal = z.infer<typeof callSignal>;

/** A signal without what the sender adds to each. */
type WithoutBase<Signal> = Signal extends CallSignal ? Omit<Signal, 'callId' | 'seq'> : never;
export type SignalBody = WithoutBase<CallSignal>;
export type ConnectionSignal = Extract<CallSignal, { to: Hex }>;

/** A device in a call, by its account and its public Ed25519 key. MLS authenticates both. */
export type CallDevice = { account: Address; device: Hex };
/** Who sent a signal, and the ID on this device of the conversation in whose message it came. */
export type SignalOrigin = CallDevice & { conversation: string };
/**
 * Where a signal goes: to a device, or to all devices of accounts, in one message, so that they all get it before
 * anything that it causes.
 */
export type SignalTarget = CallDevice | { accounts: readonly Address[] };

/** Returns a signal from another device, or null if it is malformed or of a kind that this version doesn't know. */
export function parseSignal(value: unknown): CallSignal | null {
  const { success, data } = callSignal.safeParse(value);
  return success ? data : null;
}

/** Returns a new call ID. */
export const newCallId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16))).slice(2);

/** Returns whether an invite is too old to ring. A time in the future is that of a fast clock. */
export const isStaleInvite = (at: number, now: number): boolean => now - at > RING_MS;

/** The last sequence number of each device, by call. The call that was heard of last comes last. */
export type SignalLog = ReadonlyMap<string, ReadonlyMap<Hex, number>>;

/**
 * Records a signal. Returns the new log, or null if the signal must be ignored: a replayed one, one that a newer one of
 * the same device has overtaken, or the first one of a call that isn't an invite. Forgets the oldest call if there are
 * too many.
 */
export function recordSignal(log: SignalLog, from: Hex, { callId, seq, type }: CallSignal): SignalLog | null {
  const known = log.get(callId);
  if (!known && type !== 'invite') return null;
  if (seq <= (known?.get(from) ?? -1)) return null;
  const calls = [...log].filter(([id]) => id !== callId).slice(1 - REMEMBERED_CALLS);
  return new Map([...calls, [callId, new Map([...(known ?? []), [from, seq]])]]);
}
