import { type Address, isAddressEqual } from 'viem';
import { RING_MS } from '@/lib/wallet/calls/constants';
import type { CallSignal, SignalTarget } from '@/lib/wallet/calls/signal';

/**
 * How a call went for this account. `ringing`: no answer yet. `answered`: the end is unknown, because the call is
 * ongoing or its connection was lost. `canceled`: this account called and hung up before an answer. `missed`: nobody
 * answered.
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
  /** When this account first shared the call with another one. */
  answeredAt: number | null;
  /** Accounts in the call, and accounts that declined, were busy, or left. */
  present: readonly Address[];
  refused: readonly Address[];
};

/** A call signal as the log processes it. `to` is set only if this device sent it. */
export type LoggedSignal = { by: Address; signal: CallSignal; to?: SignalTarget };

export type LoggedCall = {
  /** Null once the call is over. */
  call: OngoingCall | null;
  /** Null if the call has no line in the timeline because another call replaced it (glare). */
  outcome: CallOutcome | null;
  /** Duration in seconds. Null unless the call has ended. */
  seconds: number | null;
};

/** Returns whether a signal affects the call log. All other signals only set up connections. */
export const isLogged = ({ type }: CallSignal): boolean =>
  type === 'invite' || type === 'accept' || type === 'decline' || type === 'busy' || type === 'hangUp';

/** How long after the ring time a call without further signals counts as missed, in ms. Signals can arrive late. */
const GRACE_MS = 15_000;
/** How long the log waits for an answered call to end, in ms. */
const MAX_CALL_MS = 24 * 60 * 60 * 1_000;

const includes = (accounts: readonly Address[], account: Address) =>
  accounts.some((one) => isAddressEqual(one, account));
const without = (accounts: readonly Address[], account: Address) =>
  accounts.filter((one) => !isAddressEqual(one, account));

/**
 * Returns the call that an invite starts, or null if the invite is invalid. A valid invite names the sender and this
 * account, lists no account twice, and names only members of the conversation.
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

/** Records that an account won't join. Only the caller's log waits for all accounts to respond. */
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
  // A hang-up that is sent to one device only ends the connection to that device.
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
    // The caller's device hangs up automatically when the ring time ends.
    return over(now - call.startedAt >= RING_MS - 1_000 ? 'missed' : 'canceled');
  }
  return refuse(self, call, { by: left, outcome: signal.reason === 'user' ? 'declined' : 'failed' });
}

/**
 * Returns the state of a call after a signal from any of its devices, including this one. Depends only on signals, so
 * all devices of an account reach the same result. Pure.
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
      // Another device of this account can still answer if one of them is busy.
      return isOwnCall && !isBySelf ? refuse(self, call, { by, outcome: 'busy' }) : goingOn(call);
    case 'hangUp':
      return hangUp(self, call, logged, now);
    default:
      return goingOn(call);
  }
}

/** Returns the outcome of a call whose end signal never arrived, or null if the call may still be ongoing. */
export function settledCall({ startedAt, answeredAt }: OngoingCall, now: number): LoggedCall | null {
  if (answeredAt !== null) return now - answeredAt > MAX_CALL_MS ? over('answered') : null;
  return now - startedAt > RING_MS + GRACE_MS ? over('missed') : null;
}
