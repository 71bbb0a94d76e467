import { type Address, bytesToHex, type Hex } from 'viem';
import { z } from 'zod';
import { address } from '@/lib/api/schemas/values';
import { deviceKey } from '@/lib/messages/protocol/device-binding';
import { MAX_PARTICIPANTS, REMEMBERED_CALLS, RING_MS } from './constants';

/** Maximum length of a session description. Browsers need about 2,000 characters for one audio stream. */
export const MAX_SDP_LENGTH = 12_000;
/** Maximum length of a candidate, and maximum number of candidates in a signal. */
const MAX_CANDIDATE_LENGTH = 512;
export const MAX_CANDIDATES = 24;
/** Maximum sequence number. No call needs this many signals. */
export const LAST_SEQUENCE = 100_000;

/** 16 random bytes in hexadecimal. */
export const callId = z.string().regex(/^[0-9a-f]{32}$/);
/** Fields of every signal. The sequence number increases with each signal that a device sends in a call. */
const base = {
  callId,
  seq: z.int().nonnegative().max(LAST_SEQUENCE),
};
/**
 * Fields of a signal to one device. It contains the recipient, because the server could deliver it to another member.
 */
const addressed = { ...base, to: deviceKey };
const sdp = z.string().min(1).max(MAX_SDP_LENGTH);

const candidate = z.strictObject({
  candidate: z
    .string()
    .max(MAX_CANDIDATE_LENGTH)
    .regex(/^(?:candidate:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/),
  usernameFragment: z
    .string()
    .regex(/^[A-Za-z0-9+/]{4,256}$/)
    .nullable(),
});
export type SignalCandidate = z.infer<typeof candidate>;

/**
 * Signals between the devices of a call. They are sent in MLS messages, which authenticate the sender's account and
 * device and hide the content from the server. Treat the content as untrusted.
 */
export const callSignal = z.discriminatedUnion('type', [
  /** Invites the participants, who include the sender. `at` is the sender's time, in ms since the epoch. */
  z.strictObject({
    type: z.literal('invite'),
    ...base,
    at: z.int().nonnegative().max(8_640_000_000_000_000),
    participants: z.array(address).min(2).max(MAX_PARTICIPANTS),
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
    candidates: z.array(candidate).min(1).max(MAX_CANDIDATES),
  }),
  /** Requests an ICE restart (RFC 8839) from the device that makes the offers. */
  z.strictObject({ type: z.literal('restart'), ...addressed }),
  /** `glare`: two accounts called each other, and the other call continues. */
  z.strictObject({ type: z.literal('hangUp'), ...base, reason: z.enum(['user', 'failed', 'glare']) }),
]);
export type CallSignal = z.infer<typeof callSignal>;

/** A signal without the fields that the sender adds to each. */
type WithoutBase<Signal> = Signal extends CallSignal ? Omit<Signal, 'callId' | 'seq'> : never;
export type SignalBody = WithoutBase<CallSignal>;
export type ConnectionSignal = Extract<CallSignal, { to: Hex }>;

/** A device in a call: its account and its public Ed25519 key. MLS authenticates both. */
export type CallDevice = { account: Address; device: Hex };
/** Sender of a signal, and the local ID of the conversation in which it arrived. */
export type SignalOrigin = CallDevice & { conversation: string };
/**
 * Recipients of a signal: one device, or all devices of some accounts. One message reaches all of them, so they
 * receive it before any reaction to it.
 */
export type SignalTarget = CallDevice | { accounts: readonly Address[] };

/** Parses a signal from another device. Returns null if it's malformed or unknown to this version. */
export function parseSignal(value: unknown): CallSignal | null {
  const { success, data } = callSignal.safeParse(value);
  return success ? data : null;
}

/** Returns a new call ID. */
export const newCallId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16))).slice(2);

/** Returns whether an invite is too old to ring. A time in the future means that the sender's clock is fast. */
export const isStaleInvite = (at: number, now: number): boolean => now - at > RING_MS;

/** Last sequence number of each device, by call. The call with the most recent signal is last. */
export type SignalLog = ReadonlyMap<string, ReadonlyMap<Hex, number>>;

/**
 * Records a signal. Returns the new log, or null if the signal must be ignored: it is a replay, it's older than
 * another one of the same device, or it's the first of a call but not an invite. Drops the oldest call if there are
 * too many.
 */
export function recordSignal(log: SignalLog, from: Hex, { callId, seq, type }: CallSignal): SignalLog | null {
  const known = log.get(callId);
  if (!known && type !== 'invite') return null;
  if (seq <= (known?.get(from) ?? -1)) return null;
  const calls = [...log].filter(([id]) => id !== callId).slice(1 - REMEMBERED_CALLS);
  return new Map([...calls, [callId, new Map([...(known ?? []), [from, seq]])]]);
}
