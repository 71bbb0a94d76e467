import { onSignal } from './call-signals';
import { dropLegs, end, join, joined, missed, send, sendAll } from './call-steps';
import {
  type Call,
  type CallEvent,
  type CallState,
  type CallTimer,
  isActive,
  isJoined,
  type Step,
} from './call-types';
import { MAX_PARTICIPANTS, RECONNECT_MS, RING_MS } from './constants';
import type { CallDevice } from './signal';

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
