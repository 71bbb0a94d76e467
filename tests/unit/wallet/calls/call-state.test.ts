/** @jest-environment node */
import type { CallState } from '@/lib/wallet/calls/call-types';
import { RING_MS } from '@/lib/wallet/calls/constants';
import type { CallSignal } from '@/lib/wallet/calls/signal';
import { CallWorld, CONVERSATION, type Device, deviceOf, NOW } from '../../../support/call-world';

const A1 = deviceOf('a', 1);
const B1 = deviceOf('b', 1);
const B2 = deviceOf('b', 2);
const C1 = deviceOf('c', 1);
const CALL = '11'.repeat(16);
const LATER_CALL = '22'.repeat(16);

function worldOf(...devices: (typeof A1)[]) {
  const world = new CallWorld(devices);
  return [world, ...world.devices] as unknown as [CallWorld, ...Device[]];
}
const shown = ({ state }: { state: CallState }) => (state.phase === 'ended' ? state.reason : state.phase);

/** Starts a call from the first device, and lets the invited devices ring. */
function ring(world: CallWorld, caller: Device, others: readonly (typeof A1)[], callId = CALL): void {
  world.start(
    caller,
    callId,
    others.map(({ account }) => account),
  );
  world.answerMicrophone(caller, 'ready');
  world.settle();
}
function accept(world: CallWorld, device: Device): void {
  world.dispatch(device, { type: 'accept' });
  world.answerMicrophone(device, 'ready');
}

test('CALL-1 a call rings, is accepted, connects, and ends on both sides', () => {
  const [world, a, b] = worldOf(A1, B1);
  if (!a || !b) throw new Error('no devices');
  ring(world, a, [B1]);
  expect(a.state).toMatchObject({ phase: 'ringingOut', isRinging: true });
  expect(shown(b)).toBe('ringingIn');
  accept(world, b);
  world.settle();
  expect([shown(a), shown(b)]).toEqual(['connecting', 'connecting']);
  world.connect();
  expect(a.state).toMatchObject({ phase: 'connected', call: { connectedAt: NOW } });
  world.dispatch(a, { type: 'leg', device: B1.device, state: 'reconnecting', now: NOW });
  expect([shown(a), a.timers.has('reconnect')]).toEqual(['reconnecting', true]);
  world.connect();
  expect([shown(a), a.timers.size]).toEqual(['connected', 0]);
  world.dispatch(b, { type: 'hangUp' });
  world.settle();
  expect([shown(a), shown(b)]).toEqual(['hungUp', 'hungUp']);
});

test('CALL-1 a signal to a device that has left the room does not end the call with the others', () => {
  const [world, a, b] = worldOf(A1, B1, C1);
  if (!a || !b) throw new Error('no devices');
  ring(world, a, [B1, C1]);
  accept(world, b);
  world.settle();
  world.dispatch(a, { type: 'sendFailed', callId: LATER_CALL, device: B1.device });
  expect([a.state.phase, a.state]).toMatchObject(['connecting', { call: { legs: [{ device: B1.device }] } }]);
  // The offer can't be sent, because the device has left. The other account still rings.
  world.dispatch(a, { type: 'sendFailed', callId: CALL, device: B1.device });
  expect(a.state).toMatchObject({ phase: 'ringingOut', call: { legs: [], pending: [C1.account] } });
  world.dispatch(a, { type: 'sendFailed', callId: CALL, device: B1.device });
  expect(a.state.phase).toBe('ringingOut');
  world.dispatch(a, { type: 'sendFailed', callId: CALL, device: null });
  expect(shown(a)).toBe('network');
});

test('CALL-1 a signal that fails in a connected call does not drop who is still connecting', () => {
  const [world, a, b, c] = worldOf(A1, B1, C1);
  if (!a || !b || !c) throw new Error('no devices');
  ring(world, a, [B1, C1]);
  accept(world, b);
  world.settle();
  world.connect();
  accept(world, c);
  world.settle();
  expect(shown(a)).toBe('connected');
  world.dispatch(a, { type: 'sendFailed', callId: CALL, device: C1.device });
  expect(a.state).toMatchObject({ call: { legs: [{ device: B1.device }, { device: C1.device }] } });
});

test('CALL-1 a call ends if the other device closes its connection and its signal is lost', () => {
  const [world, a, b] = worldOf(A1, B1);
  if (!a || !b) throw new Error('no devices');
  ring(world, a, [B1]);
  accept(world, b);
  world.settle();
  world.connect();
  world.dispatch(a, { type: 'leg', device: B1.device, state: 'closed', now: NOW });
  expect([shown(a), a.legs.size, a.hasMicrophone]).toEqual(['hungUp', 0, false]);
  // Its page may just have reloaded.
  expect(b.inbox.map(({ signal }) => signal.type)).toEqual(['hangUp']);
});

test('CALL-1 accepting or declining on one device stops the ringing on the account’s other devices', () => {
  for (const [action, caller] of [
    ['accept', 'connecting'],
    ['decline', 'declined'],
  ] as const) {
    const [world, a, b, other] = worldOf(A1, B1, B2);
    if (!a || !b || !other) throw new Error('no devices');
    ring(world, a, [B1]);
    expect([shown(b), shown(other)]).toEqual(['ringingIn', 'ringingIn']);
    if (action === 'accept') accept(world, b);
    else world.dispatch(b, { type: 'decline' });
    world.settle();
    expect([shown(a), shown(other), other.missed]).toEqual([caller, 'elsewhere', []]);
  }
});

test('CALL-1 if two devices of an account accept at once, all sides keep the same one', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const [world, a, ...ofB] = worldOf(A1, B1, B2);
    if (!a) throw new Error('no device');
    ring(world, a, [B1]);
    for (const index of order) accept(world, ofB[index] as Device);
    world.settle();
    world.connect();
    expect([shown(a), ...ofB.map(shown)]).toEqual(['connected', 'connected', 'elsewhere']);
    expect([...a.legs]).toEqual([B1.device]);
  }
});

test('CALL-1 another device of an account does not take over a call that is connected', () => {
  const [world, a, thief, b] = worldOf(A1, B1, B2);
  if (!a || !thief || !b) throw new Error('no devices');
  ring(world, a, [B1]);
  accept(world, b);
  // The server withholds from it that the call was taken.
  thief.inbox.length = 0;
  world.settle();
  world.connect();
  accept(world, thief);
  world.settle();
  world.connect();
  expect([shown(a), shown(b), shown(thief)]).toEqual(['connected', 'connected', 'failed']);
  expect([...a.legs]).toEqual([B2.device]);
});

test('CALL-1 two accounts that call each other are connected, and no other device keeps ringing', () => {
  const [world, a, b, other] = worldOf(A1, B1, B2);
  if (!a || !b || !other) throw new Error('no devices');
  world.start(a, CALL, [B1.account]);
  world.start(b, LATER_CALL, [A1.account]);
  for (const device of [a, b]) world.answerMicrophone(device, 'ready');
  world.settle();
  world.connect();
  expect([shown(a), shown(b), shown(other)]).toEqual(['connected', 'connected', 'elsewhere']);
  for (const { state } of [a, b]) expect(state).toMatchObject({ call: { id: CALL } });
});

test('CALL-1 a device in a call responds with busy, and lists the new call as missed', () => {
  const [world, a, b, c] = worldOf(A1, B1, C1);
  if (!a || !b || !c) throw new Error('no devices');
  ring(world, a, [B1]);
  accept(world, b);
  world.settle();
  ring(world, c, [B1], LATER_CALL);
  expect([shown(c), shown(b), b.missed]).toEqual(['busy', 'connecting', [LATER_CALL]]);
});

test('CALL-1 a call that nobody answers, or that is canceled, is missed', () => {
  const [world, a, b] = worldOf(A1, B1);
  if (!a || !b) throw new Error('no devices');
  ring(world, a, [B1]);
  world.dispatch(a, { type: 'hangUp' });
  world.settle();
  expect([shown(a), shown(b), b.missed]).toEqual(['hungUp', 'missed', [CALL]]);
  ring(world, a, [B1], LATER_CALL);
  world.dispatch(a, { type: 'timeout', timer: 'ring' });
  world.settle();
  expect([shown(a), shown(b), b.missed]).toEqual(['missed', 'missed', [CALL, LATER_CALL]]);
});

test('CALL-2 an invite that is too old doesn’t ring, and a replayed one doesn’t ring again', () => {
  const [world, a, b] = worldOf(A1, B1);
  if (!a || !b) throw new Error('no devices');
  world.start(a, CALL, [B1.account]);
  world.answerMicrophone(a, 'ready');
  world.now += RING_MS + 1;
  world.settle();
  expect([shown(b), b.missed]).toEqual(['idle', [CALL]]);

  world.dispatch(a, { type: 'hangUp' });
  ring(world, a, [B1], LATER_CALL);
  const invite = world.sent.find(({ signal }) => signal.type === 'invite' && signal.callId === LATER_CALL);
  world.dispatch(b, { type: 'decline' });
  world.receive(b, invite?.from ?? { ...A1, conversation: CONVERSATION }, invite?.signal);
  expect(shown(b)).toBe('declined');
});

test('CALL-2 signals from other accounts or conversations, or for other devices, change nothing', () => {
  const [world, a, b] = worldOf(A1, B1);
  if (!a || !b) throw new Error('no devices');
  ring(world, a, [B1]);
  const from = { ...B1, conversation: CONVERSATION };
  const signal = (body: Partial<CallSignal>, seq = 50) => ({ callId: CALL, seq, ...body });
  world.receive(a, { ...C1, conversation: CONVERSATION }, signal({ type: 'accept' }));
  world.receive(a, { ...from, conversation: '00' }, signal({ type: 'accept' }));
  world.receive(a, from, signal({ type: 'accept', callId: LATER_CALL }, 51));
  expect(shown(a)).toBe('ringingOut');
  accept(world, b);
  world.settle();
  const before = a.state;
  world.receive(a, from, signal({ type: 'offer', to: C1.device, sdp: 'v=0' }, 52));
  expect([a.state, shown(a)]).toEqual([before, 'ringingOut']);
});

test('CALL-1 without a microphone, no call starts, and the caller is notified', () => {
  const [world, a, b] = worldOf(A1, B1);
  if (!a || !b) throw new Error('no devices');
  world.start(a, CALL, [B1.account]);
  world.answerMicrophone(a, 'permissionRefused');
  expect([shown(a), world.sent]).toEqual(['permissionRefused', []]);
  ring(world, a, [B1], LATER_CALL);
  world.dispatch(b, { type: 'accept' });
  world.answerMicrophone(b, 'noMicrophone');
  world.settle();
  expect([shown(a), shown(b)]).toEqual(['failed', 'noMicrophone']);
});

test('CALL-3 a call of four is a mesh, refuses a fifth, and ends when the last other participant leaves', () => {
  const people = ['a', 'b', 'c', 'd'].map((letter) => deviceOf(letter, 1));
  const world = new CallWorld(people);
  const [caller, ...others] = world.devices;
  if (!caller) throw new Error('no device');
  ring(world, caller, people.slice(1));
  for (const other of others) accept(world, other);
  world.settle();
  world.connect();
  for (const { legs, state } of world.devices) expect([legs.size, state.phase]).toEqual([3, 'connected']);
  for (const other of others) {
    world.dispatch(other, { type: 'hangUp' });
    world.settle();
  }
  expect(world.devices.map(shown)).toEqual(['hungUp', 'hungUp', 'hungUp', 'hungUp']);
  world.start(
    caller,
    LATER_CALL,
    ['1', '2', '3', '4'].map((letter) => deviceOf(letter, 1).account),
  );
  expect(shown(caller)).toBe('hungUp');
});
