import { type Address, isAddressEqual } from 'viem';
import { RING_MS } from '@/lib/wallet/calls/constants';
import type { CallSignal, SignalTarget } from '@/lib/wallet/calls/signal';

/**
 * How a call went for this account. `ringing`: nobody has answered yet. `answered`: its end isn't known, because it goes on
 * or was cut off. `canceled`: this account called, and hung up before anyone answered. `missed`: nobody answered.
 */
export type CallOutcome =
  | 'ringing'
  | 'answered'
  | 'ended'
  | 'missed'
  | 'canceled'
  | 'declined'
  | 'busy'
  | 'failed';

/** A call whose end isn't known yet. Times are in ms since the epoch. */
export type OngoingCall = {
  id: string;
  caller: Address;
  /** All accounts that the invite names, including the caller. */
  participants: readonly Address[];
  startedAt: number;
  /** When this account was first in the call with somebody else. */
  answeredAt: number | null;
  /** Accounts that take part, and those that don't. */
  present: readonly Address[];
  refused: readonly Address[];
};

/** A signal as the log reads it: who sent it, and to which device or accounts if it was this device. */
export type LoggedSignal = { by: Address; signal: CallSignal; to?: SignalTarget };

export type LoggedCall = {
  /** Null once the call is over. */
  call: OngoingCall | null;
  /** Null if the timeline has no line for the call, because it became another one (glare). */
  outcome: CallOutcome | null;
  /** How long the people talked. Only known of calls that ended. */
  seconds: number | null;
};

/** Returns whether a signal says how a call goes. The others connect devices. */
export const isLogged = ({ type }: CallSignal): boolean =>
  type === 'invite' || type === 'accept' || type === 'decline' || type === 'busy' || type === 'hangUp';

/** How long after its ring time a call counts as missed if no signal says so, in ms. Signals may be late. */
const GRACE_MS = 15_000;
/** How long the log waits for the end of an answered call, in ms. */
const LONGEST_CALL_MS = 24 * 60 * 60 * 1_000;

const includes = (accounts: readonly Address[], account: Address) =>
  accounts.some((one) => isAddressEqual(one, account));
const without = (accounts: readonly Address[], account: Address) =>
  accounts.filter((one) => !isAddressEqual(one, account));

/**
 * Returns the call that an invite starts, or null if the invite isn't one for this account: it must name the sender, this
 * account, and each account once, all of them members of the conversation.
 */
export function startCall(
  { self, members }: { self: Address; members: readonly Address[] },
  { by, signal }: LoggedSignal,
  now: number,
): OngoingCall | null {
  if (signal.type !== 'invite') return null;
  const { participants, callId } = signal;
  const isDistinct = participants.every(
    (one) => without(participants, one).length === participants.length - 1,
  );
  const isComplete = [by, self].every((one) => includes(participants, one));
  if (!isDistinct || !isComplete || !participants.every((one) => includes(members, one))) return null;
  return {
    id: callId,
    caller: by,
    participants,
    startedAt: now,
    answeredAt: null,
    present: [by],
    refused: [],
  };
}

const over = (outcome: CallOutcome | null, seconds: number | null = null): LoggedCall => ({
  call: null,
  outcome,
  seconds,
});
const goingOn = (call: OngoingCall): LoggedCall => ({
  call,
  outcome: call.answeredAt === null ? 'ringing' : 'answered',
  seconds: null,
});

/** Somebody doesn't take part. Only the caller's account waits for everyone. */
function refuse(
  self: Address,
  call: OngoingCall,
  { by, outcome }: { by: Address; outcome: CallOutcome },
): LoggedCall {
  const refused = [...without(call.refused, by), by];
  const isWaiting = without(call.participants, self).some((one) => !includes(refused, one));
  if (isWaiting || call.answeredAt !== null) return goingOn({ ...call, refused });
  return over(outcome);
}

function hangUp(self: Address, call: OngoingCall, { by, signal, to }: LoggedSignal, now: number): LoggedCall {
  if (signal.type !== 'hangUp') return goingOn(call);
  const { caller, answeredAt } = call;
  const isOwnCall = isAddressEqual(caller, self);
  if (signal.reason === 'glare') return isAddressEqual(by, caller) ? over(null) : goingOn(call);
  // To one device, it ends the connection to that device only.
  const left = isAddressEqual(by, self) && to && 'device' in to ? to.account : by;
  const present = without(call.present, left);
  if (answeredAt !== null) {
    const isAlone = !includes(present, self) || present.length < 2;
    return isAlone
      ? over('ended', Math.max(0, Math.round((now - answeredAt) / 1_000)))
      : goingOn({ ...call, present });
  }
  if (!isOwnCall) return present.length === 0 ? over('missed') : goingOn({ ...call, present });
  if (isAddressEqual(left, self)) {
    if (signal.reason === 'failed') return over('failed');
    // At the end of the ring time, the caller's device hangs up by itself.
    return over(now - call.startedAt >= RING_MS - 1_000 ? 'missed' : 'canceled');
  }
  return refuse(self, call, { by: left, outcome: signal.reason === 'user' ? 'declined' : 'failed' });
}

/**
 * Returns how a call goes on after a signal of any device in it, including this one. Every device of an account comes to
 * the same result, because it only depends on signals. Pure.
 */
export function nextLoggedCall(
  self: Address,
  call: OngoingCall,
  logged: LoggedSignal,
  now: number,
): LoggedCall {
  const { by, signal } = logged;
  if (signal.callId !== call.id || !includes(call.participants, by)) return goingOn(call);
  const isOwnCall = isAddressEqual(call.caller, self);
  const isBySelf = isAddressEqual(by, self);
  switch (signal.type) {
    case 'accept': {
      const present = [...without(call.present, by), by];
      const isTalking = includes(present, self) && present.length > 1;
      return goingOn({
        ...call,
        present,
        answeredAt: isTalking ? (call.answeredAt ?? now) : call.answeredAt,
      });
    }
    case 'decline': {
      const outcome = signal.reason === 'user' ? 'declined' : 'failed';
      if (isOwnCall) return isBySelf ? goingOn(call) : refuse(self, call, { by, outcome });
      return isBySelf && call.answeredAt === null ? over(outcome) : goingOn(call);
    }
    case 'busy':
      // A device of this account that is busy doesn't keep another one from answering.
      return isOwnCall && !isBySelf ? refuse(self, call, { by, outcome: 'busy' }) : goingOn(call);
    case 'hangUp':
      return hangUp(self, call, logged, now);
    default:
      return goingOn(call);
  }
}

/** Returns the result of a call whose end wasn't heard, or null if it may still go on. */
export function settledCall({ startedAt, answeredAt }: OngoingCall, now: number): LoggedCall | null {
  if (answeredAt !== null) return now - answeredAt > LONGEST_CALL_MS ? over('answered') : null;
  return now - startedAt > RING_MS + GRACE_MS ? over('missed') : null;
}
