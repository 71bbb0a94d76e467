import { type Address, type Hex, isAddressEqual } from 'viem';
import type { Call, CallEffect, EndReason, Leg, Step } from './call-types';
import { CONNECT_MS, MAX_PARTICIPANTS } from './constants';
import type { CallDevice, SignalBody, SignalTarget } from './signal';

export const includes = (accounts: readonly Address[], account: Address) =>
  accounts.some((one) => isAddressEqual(one, account));
export const without = (accounts: readonly Address[], account: Address) =>
  accounts.filter((one) => !isAddressEqual(one, account));

export function end(call: Call, reason: EndReason, effects: readonly CallEffect[] = []): Step {
  return { state: { phase: 'ended', call, reason }, effects: [...effects, { type: 'close' }] };
}

export const missed = ({ id, conversation, caller }: Call): CallEffect => ({
  type: 'missed',
  callId: id,
  conversation,
  caller: caller.account,
});
export const send = ({ id, conversation }: Call, to: SignalTarget, body: SignalBody): CallEffect => ({
  type: 'send',
  callId: id,
  conversation,
  to,
  body,
});
export const sendAll = (call: Call, body: SignalBody): CallEffect =>
  send(call, { accounts: call.others }, body);

/** Returns the state of a joined call and starts its timers. */
export function joined(call: Call, effects: readonly CallEffect[] = []): Step {
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
export function admit(
  self: CallDevice,
  call: Call,
  peer: CallDevice,
): { call: Call; effects: CallEffect[] } | null {
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
export function dropLegs(
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
export function join(self: CallDevice, ringing: Call, before: readonly CallEffect[]): Step {
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
