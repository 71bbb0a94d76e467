import { isAddressEqual } from 'viem';
import { admit, dropLegs, end, includes, join, joined, missed, send, sendAll, without } from './call-steps';
import {
  type Active,
  type Call,
  type CallEffect,
  type CallEvent,
  type CallState,
  type EndReason,
  isActive,
  isJoined,
  type Step,
} from './call-types';
import { RING_MS } from './constants';
import {
  type CallDevice,
  type CallSignal,
  type ConnectionSignal,
  isStaleInvite,
  type SignalOrigin,
} from './signal';

function onInvite(
  self: CallDevice,
  state: CallState,
  { conversation, ...from }: SignalOrigin,
  invite: Extract<CallSignal, { type: 'invite' }>,
  now: number,
): Step {
  const { callId, participants, at } = invite;
  const others = without(participants, self.account);
  const isDistinct =
    new Set(participants.map((account) => account.toLowerCase())).size === participants.length;
  const isForUs = others.length === participants.length - 1 && includes(others, from.account);
  if (!isForUs || !isDistinct) return { state, effects: [] };
  const call: Call = {
    id: callId,
    conversation,
    isOutgoing: false,
    caller: from,
    others,
    pending: [],
    legs: [{ ...from, state: 'connecting' }],
    connectedAt: null,
  };
  if (isStaleInvite(at, now)) return { state, effects: [missed(call)] };
  if (!isActive(state))
    return {
      state: { phase: 'ringingIn', call, isAnswering: false },
      effects: [send(call, from, { type: 'ringing' }), { type: 'startTimer', timer: 'ring', ms: RING_MS }],
    };
  const isGlare =
    state.phase === 'ringingOut' &&
    state.call.others.length === 1 &&
    others.length === 1 &&
    includes(state.call.others, from.account);
  if (isGlare) {
    // Both sides called each other. The smaller call ID wins on both, and no further consent is needed.
    if (!state.isInvited)
      return {
        state: { phase: 'ringingIn', call, isAnswering: true },
        effects: [{ type: 'startTimer', timer: 'ring', ms: RING_MS }],
      };
    if (state.call.id < callId) return { state, effects: [] };
    return join(self, call, [sendAll(state.call, { type: 'hangUp', reason: 'glare' })]);
  }
  return { state, effects: [send(call, from, { type: 'busy' }), missed(call)] };
}

function onAccept(self: CallDevice, state: Active, from: CallDevice): Step {
  const { call } = state;
  if (isAddressEqual(from.account, self.account)) {
    // The caller's own device never accepts. Of two devices that accept at once, the one with the smaller key stays,
    // unless the other one is connected.
    const isOurs = call.isOutgoing || from.device === self.device || call.connectedAt !== null;
    if (isOurs || (isJoined(state) && self.device < from.device)) return { state, effects: [] };
    return end(call, 'elsewhere');
  }
  const admitted = admit(self, call, from);
  if (!admitted) {
    const isTaken = call.legs.some(
      (leg) =>
        isAddressEqual(leg.account, from.account) && leg.device !== from.device && leg.state !== 'connecting',
    );
    return {
      state,
      effects: isTaken ? [send(call, from, { type: 'hangUp', reason: 'failed' })] : [],
    };
  }
  // A ringing device only records the participants. It connects when it joins.
  if (state.phase === 'ringingIn') return { state: { ...state, call: admitted.call }, effects: [] };
  return joined(admitted.call, admitted.effects);
}

/** Handles an account that doesn't take part, because it declined or is in another call. */
function onRefusal(self: CallDevice, state: Active, from: CallDevice, reason: EndReason): Step {
  const { call } = state;
  if (isAddressEqual(from.account, self.account))
    return state.phase === 'ringingIn' && reason === 'declined'
      ? end(call, 'elsewhere')
      : { state, effects: [] };
  const pending = without(call.pending, from.account);
  const left = { ...call, pending };
  if (state.phase === 'ringingIn') return { state, effects: [] };
  if (isJoined(state)) return joined(left);
  if (pending.length > 0) return { state: { ...state, call: left }, effects: [] };
  // Also stops the ringing on the account's other devices.
  return end(left, reason, [sendAll(call, { type: 'hangUp', reason: 'user' })]);
}

function onHangUp(
  self: CallDevice,
  state: Active,
  from: CallDevice,
  reason: Extract<CallSignal, { type: 'hangUp' }>['reason'],
): Step {
  const { call } = state;
  if (isAddressEqual(from.account, self.account)) return { state, effects: [] };
  if (state.phase === 'ringingOut')
    return onRefusal(self, state, from, reason === 'user' ? 'declined' : 'failed');
  if (!call.legs.some(({ device }) => device === from.device)) return { state, effects: [] };
  if (isJoined(state)) {
    const ended = reason === 'glare' ? 'elsewhere' : reason === 'user' ? 'hungUp' : 'failed';
    return dropLegs(call, [from.device], ended, []);
  }
  const left = { ...call, legs: call.legs.filter(({ device }) => device !== from.device) };
  if (left.legs.length > 0) return { state: { ...state, call: left }, effects: [] };
  if (reason === 'glare') return end(left, 'elsewhere');
  return end(left, 'missed', [missed(call)]);
}

function onConnectionSignal(
  self: CallDevice,
  state: Active,
  from: CallDevice,
  signal: ConnectionSignal,
): Step {
  // The server may deliver a message to any member.
  if (signal.to !== self.device || !isJoined(state) || isAddressEqual(from.account, self.account))
    return { state, effects: [] };
  const deliver: CallEffect = { type: 'deliver', from, signal };
  if (state.call.legs.some(({ device }) => device === from.device)) return { state, effects: [deliver] };
  // A device that sends an offer takes part, even if its `accept` hasn't arrived.
  const admitted = signal.type === 'offer' ? admit(self, state.call, from) : null;
  if (!admitted) return { state, effects: [] };
  return joined(admitted.call, [...admitted.effects, deliver]);
}

/** Handles a signal of another device. */
export function onSignal(
  self: CallDevice,
  state: CallState,
  event: Extract<CallEvent, { type: 'signal' }>,
): Step {
  const { signal, now } = event;
  if (signal.type === 'invite') return onInvite(self, state, event.from, signal, now);
  const { conversation, ...from } = event.from;
  const isForeign = (call: Call) =>
    ![self.account, ...call.others].some((one) => isAddressEqual(one, from.account));
  if (!isActive(state) || state.call.id !== signal.callId) return { state, effects: [] };
  if (state.call.conversation !== conversation || isForeign(state.call)) return { state, effects: [] };
  switch (signal.type) {
    case 'ringing':
      return state.phase === 'ringingOut' && !isAddressEqual(from.account, self.account)
        ? { state: { ...state, isRinging: true }, effects: [] }
        : { state, effects: [] };
    case 'accept':
      return onAccept(self, state, from);
    case 'decline':
      return onRefusal(self, state, from, signal.reason === 'user' ? 'declined' : 'failed');
    case 'busy':
      return onRefusal(self, state, from, 'busy');
    case 'hangUp':
      return onHangUp(self, state, from, signal.reason);
    default:
      return onConnectionSignal(self, state, from, signal);
  }
}
