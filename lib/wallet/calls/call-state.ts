import { type Address, type Hex, isAddressEqual } from 'viem';
import { CONNECT_MS, MAX_PARTICIPANTS, RECONNECT_MS, RING_MS } from './constants';
import {
  type CallDevice,
  type CallSignal,
  type ConnectionSignal,
  isStaleInvite,
  type SignalBody,
  type SignalOrigin,
  type SignalTarget,
} from './signal';

/** Why a call ended. `elsewhere`: another device of the account answered it. `missed`: nobody answered in time. */
export type EndReason =
  | 'hungUp'
  | 'declined'
  | 'busy'
  | 'missed'
  | 'elsewhere'
  | 'failed'
  | 'noMicrophone'
  | 'permissionRefused'
  | 'network';

/** Connection to another device in the call. */
export type Leg = CallDevice & { state: 'connecting' | 'connected' | 'reconnecting' };

export type Call = {
  id: string;
  /** Conversation ID on this device. Signals from other conversations don't belong to this call. */
  conversation: string;
  isOutgoing: boolean;
  caller: CallDevice;
  /** Other accounts that the invite names, and the caller. */
  others: readonly Address[];
  /** On the caller's device, the accounts that haven't answered yet. */
  pending: readonly Address[];
  /** Devices known to take part. After this device joins, it has a leg to each. */
  legs: readonly Leg[];
  /** Time when the first other device connected, in ms since the epoch. */
  connectedAt: number | null;
};

export type CallState =
  | { phase: 'idle' }
  /** `isInvited`: the invites were sent, which requires a microphone. `isRinging`: a device is ringing. */
  | { phase: 'ringingOut'; call: Call; isInvited: boolean; isRinging: boolean }
  /** `isAnswering`: the user has accepted, and the browser may be asking for the microphone. */
  | { phase: 'ringingIn'; call: Call; isAnswering: boolean }
  | { phase: 'connecting' | 'connected' | 'reconnecting'; call: Call }
  | { phase: 'ended'; call: Call; reason: EndReason };

export type CallTimer = 'ring' | 'connect' | 'reconnect';

export type CallEvent =
  /** Accepts a call that rang before the page reloaded. */
  | { type: 'resume'; call: Call }
  | { type: 'start'; callId: string; conversation: string; others: readonly Address[] }
  | { type: 'microphone'; result: 'ready' | 'noMicrophone' | 'permissionRefused'; now: number }
  | { type: 'accept' | 'decline' | 'hangUp' | 'dismiss' }
  | { type: 'signal'; from: SignalOrigin; signal: CallSignal; now: number }
  | { type: 'leg'; device: Hex; state: 'connected' | 'reconnecting' | 'failed' | 'closed'; now: number }
  | { type: 'timeout'; timer: CallTimer }
  /** `device`: the only recipient, which may have left the conversation, or null if the signal was for all. */
  | { type: 'sendFailed'; callId: string; device: Hex | null };

/** Effects that the reducer requests, in order. */
export type CallEffect =
  | { type: 'openMicrophone' }
  /** Closes all connections and the microphone, and stops all timers. */
  | { type: 'close' }
  | { type: 'send'; callId: string; conversation: string; to: SignalTarget; body: SignalBody }
  | { type: 'openLeg'; peer: CallDevice; isPolite: boolean }
  | { type: 'closeLeg'; device: Hex }
  | { type: 'deliver'; from: CallDevice; signal: ConnectionSignal }
  | { type: 'startTimer'; timer: CallTimer; ms: number }
  | { type: 'stopTimer'; timer: CallTimer }
  /** Adds a call that this device didn't answer to the conversation's history. */
  | { type: 'missed'; callId: string; conversation: string; caller: Address };

export type Step = { state: CallState; effects: readonly CallEffect[] };

type Ringing = Extract<CallState, { phase: 'ringingOut' | 'ringingIn' }>;
type Joined = Extract<CallState, { phase: 'connecting' | 'connected' | 'reconnecting' }>;
type Active = Ringing | Joined;

const includes = (accounts: readonly Address[], account: Address) =>
  accounts.some((one) => isAddressEqual(one, account));
const without = (accounts: readonly Address[], account: Address) =>
  accounts.filter((one) => !isAddressEqual(one, account));

/** Returns whether a call is in progress, which prevents another one. */
export const isActive = (state: CallState): state is Active =>
  state.phase !== 'idle' && state.phase !== 'ended';
const isJoined = (state: CallState): state is Joined =>
  state.phase === 'connecting' || state.phase === 'connected' || state.phase === 'reconnecting';

function end(call: Call, reason: EndReason, effects: readonly CallEffect[] = []): Step {
  return { state: { phase: 'ended', call, reason }, effects: [...effects, { type: 'close' }] };
}

const missed = ({ id, conversation, caller }: Call): CallEffect => ({
  type: 'missed',
  callId: id,
  conversation,
  caller: caller.account,
});
const send = ({ id, conversation }: Call, to: SignalTarget, body: SignalBody): CallEffect => ({
  type: 'send',
  callId: id,
  conversation,
  to,
  body,
});
const sendAll = (call: Call, body: SignalBody): CallEffect => send(call, { accounts: call.others }, body);

/** Returns the state of a joined call and starts its timers. */
function joined(call: Call, effects: readonly CallEffect[] = []): Step {
  const has = (state: Leg['state']) => call.legs.some((leg) => leg.state === state);
  const phase = has('connected') ? 'connected' : has('reconnecting') ? 'reconnecting' : 'connecting';
  const timers: CallEffect[] = [
    ...(has('connecting') ? [] : [{ type: 'stopTimer', timer: 'connect' } as const]),
    ...(has('reconnecting') ? [] : [{ type: 'stopTimer', timer: 'reconnect' } as const]),
    ...(call.pending.length > 0 ? [] : [{ type: 'stopTimer', timer: 'ring' } as const]),
  ];
  return { state: { phase, call }, effects: [...effects, ...timers] };
}

/**
 * Adds a device to the call. If another device of the same account is still connecting, only the one with the smaller
 * key stays. All devices follow this rule, so they agree if two accept at once. A connected device always stays, so
 * another one can't take over the call. Returns null if nothing changes.
 */
function admit(self: CallDevice, call: Call, peer: CallDevice): { call: Call; effects: CallEffect[] } | null {
  const present = call.legs.find(({ account }) => isAddressEqual(account, peer.account));
  if (present && (present.state !== 'connecting' || present.device <= peer.device)) return null;
  const legs = call.legs.filter((leg) => leg !== present);
  if (legs.length >= MAX_PARTICIPANTS - 1) return null;
  return {
    call: {
      ...call,
      legs: [...legs, { ...peer, state: 'connecting' }],
      pending: without(call.pending, peer.account),
    },
    effects: [
      ...(present ? [{ type: 'closeLeg', device: present.device } as const] : []),
      { type: 'openLeg', peer, isPolite: self.device > peer.device },
      { type: 'startTimer', timer: 'connect', ms: CONNECT_MS },
    ],
  };
}

/** Removes legs. If none is left, the call ends, or keeps ringing if the caller still waits for others. */
function dropLegs(
  call: Call,
  devices: readonly Hex[],
  reason: EndReason,
  effects: readonly CallEffect[],
): Step {
  const legs = call.legs.filter(({ device }) => !devices.includes(device));
  const left = { ...call, legs };
  const closing = devices.map((device) => ({ type: 'closeLeg', device }) as const);
  if (legs.length > 0) return joined(left, [...effects, ...closing]);
  if (call.pending.length > 0)
    return {
      state: { phase: 'ringingOut', call: left, isInvited: true, isRinging: true },
      effects: [...effects, ...closing],
    };
  return end(left, reason, effects);
}

/**
 * Joins a ringing call: notifies everyone, including the account's other devices, and connects to the participants.
 */
function join(self: CallDevice, ringing: Call, before: readonly CallEffect[]): Step {
  const peers = ringing.legs;
  const call = { ...ringing, legs: peers.map((leg) => ({ ...leg, state: 'connecting' as const })) };
  return joined(call, [
    ...before,
    { type: 'stopTimer', timer: 'ring' },
    send(call, { accounts: [...call.others, self.account] }, { type: 'accept' }),
    ...peers.map(({ account, device }) => ({
      type: 'openLeg' as const,
      peer: { account, device },
      isPolite: self.device > device,
    })),
    { type: 'startTimer', timer: 'connect', ms: CONNECT_MS },
  ]);
}

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

function onSignal(self: CallDevice, state: CallState, event: Extract<CallEvent, { type: 'signal' }>): Step {
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

function onMicrophone(
  self: CallDevice,
  state: CallState,
  { result, now }: Extract<CallEvent, { type: 'microphone' }>,
): Step {
  if (state.phase === 'ringingOut' && !state.isInvited) {
    const { call } = state;
    if (result !== 'ready') return end(call, result);
    const participants = [self.account, ...call.others];
    return {
      state: { ...state, isInvited: true },
      effects: [
        sendAll(call, { type: 'invite', at: now, participants }),
        { type: 'startTimer', timer: 'ring', ms: RING_MS },
      ],
    };
  }
  if (state.phase === 'ringingIn' && state.isAnswering) {
    if (result === 'ready') return join(self, state.call, []);
    return end(state.call, result, [sendAll(state.call, { type: 'decline', reason: 'device' })]);
  }
  return { state, effects: [] };
}

/** Handles the user's leaving: hangs up or cancels. */
function leave(self: CallDevice, state: CallState): Step {
  if (!isActive(state)) return { state, effects: [] };
  const { call } = state;
  if (state.phase === 'ringingIn') {
    const to = { accounts: [...call.others, self.account] };
    return end(call, 'declined', [send(call, to, { type: 'decline', reason: 'user' })]);
  }
  if (state.phase === 'ringingOut' && !state.isInvited) return end(call, 'hungUp');
  return end(call, 'hungUp', [sendAll(call, { type: 'hangUp', reason: 'user' })]);
}

function onLeg(state: CallState, { device, state: leg, now }: Extract<CallEvent, { type: 'leg' }>): Step {
  const current = isJoined(state) ? state.call.legs.find((one) => one.device === device) : undefined;
  if (!isJoined(state) || !current) return { state, effects: [] };
  const { call } = state;
  if (leg === 'failed')
    return dropLegs(call, [device], 'failed', [
      send(call, { account: current.account, device }, { type: 'hangUp', reason: 'failed' }),
    ]);
  // The other device's page may have closed. It receives the signal when it reopens.
  if (leg === 'closed')
    return dropLegs(call, [device], 'hungUp', [
      send(call, { account: current.account, device }, { type: 'hangUp', reason: 'user' }),
    ]);
  const legs = call.legs.map((one) => (one === current ? { ...one, state: leg } : one));
  const connectedAt = call.connectedAt ?? (leg === 'connected' ? now : null);
  return joined(
    { ...call, legs, connectedAt },
    leg === 'reconnecting' ? [{ type: 'startTimer', timer: 'reconnect', ms: RECONNECT_MS }] : [],
  );
}

function onTimeout(state: CallState, timer: CallTimer): Step {
  if (!isActive(state)) return { state, effects: [] };
  const { call } = state;
  if (timer === 'ring') {
    if (isJoined(state)) return joined({ ...call, pending: [] });
    if (state.phase === 'ringingOut')
      return end(call, 'missed', [sendAll(call, { type: 'hangUp', reason: 'user' })]);
    return end(call, 'missed', [missed(call)]);
  }
  if (!isJoined(state)) return { state, effects: [] };
  const late = call.legs.filter((leg) => leg.state === `${timer}ing`);
  if (late.length === 0) return { state, effects: [] };
  return dropLegs(
    call,
    late.map(({ device }) => device),
    'network',
    late.map(({ account, device }) => send(call, { account, device }, { type: 'hangUp', reason: 'failed' })),
  );
}

/**
 * Ends the call, or drops only the device that the signal was for. A connection that is already up needs no signals until
 * the network changes.
 */
function onSendFailed(
  state: CallState,
  { callId, device }: Extract<CallEvent, { type: 'sendFailed' }>,
): Step {
  if (!isActive(state) || state.call.id !== callId) return { state, effects: [] };
  const { call, phase } = state;
  if (device === null)
    return phase === 'ringingOut' || phase === 'connecting' ? end(call, 'network') : { state, effects: [] };
  return phase === 'connecting' &&
    call.legs.some((leg) => leg.device === device && leg.state === 'connecting')
    ? dropLegs(call, [device], 'network', [])
    : { state, effects: [] };
}

/** Returns the next state of a device's calls and the effects. Pure. */
export function nextCallState(self: CallDevice, state: CallState, event: CallEvent): Step {
  switch (event.type) {
    case 'start': {
      const { callId, conversation, others } = event;
      if (isActive(state) || others.length === 0 || others.length >= MAX_PARTICIPANTS)
        return { state, effects: [] };
      const call: Call = {
        id: callId,
        conversation,
        isOutgoing: true,
        caller: self,
        others,
        pending: others,
        legs: [],
        connectedAt: null,
      };
      return {
        state: { phase: 'ringingOut', call, isInvited: false, isRinging: false },
        effects: [{ type: 'openMicrophone' }],
      };
    }
    case 'signal':
      return onSignal(self, state, event);
    case 'microphone':
      return onMicrophone(self, state, event);
    case 'accept':
      return state.phase === 'ringingIn' && !state.isAnswering
        ? { state: { ...state, isAnswering: true }, effects: [{ type: 'openMicrophone' }] }
        : { state, effects: [] };
    case 'decline':
    case 'hangUp':
      return leave(self, state);
    case 'dismiss':
      return { state: state.phase === 'ended' ? { phase: 'idle' } : state, effects: [] };
    case 'leg':
      return onLeg(state, event);
    case 'timeout':
      return onTimeout(state, event.timer);
    case 'resume':
      return isActive(state)
        ? { state, effects: [] }
        : {
            state: { phase: 'ringingIn', call: event.call, isAnswering: true },
            effects: [{ type: 'openMicrophone' }, { type: 'startTimer', timer: 'ring', ms: RING_MS }],
          };
    case 'sendFailed':
      return onSendFailed(state, event);
  }
}
