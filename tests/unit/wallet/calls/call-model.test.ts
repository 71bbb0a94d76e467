/** @jest-environment node */
import fc from 'fast-check';
import { isAddressEqual } from 'viem';
import { isActive } from '@/lib/wallet/calls/call-types';
import { CallWorld, type Device, deviceOf } from '../../../support/call-world';

const accounts = ['a', 'b', 'c'].map((letter) => deviceOf(letter, 1).account);
/** Two accounts with two devices each, and one account with one. */
const devices = [deviceOf('a', 1), deviceOf('a', 2), deviceOf('b', 1), deviceOf('b', 2), deviceOf('c', 1)];

type Action = { kind: string; device: number; size: number; index: number };
const actions = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...[
        'start',
        'accept',
        'decline',
        'hangUp',
        'ready',
        'refuse',
        'deliver',
        'deliver',
        'deliver',
        'connect',
      ],
      ...['replay', 'lose', 'dismiss', 'timeout'],
    ),
    device: fc.nat(devices.length - 1),
    size: fc.integer({ min: 1, max: 2 }),
    index: fc.nat(1_000),
  }),
  { maxLength: 80 },
);

function act(world: CallWorld, { kind, device: number, size, index }: Action, turn: number): void {
  const device = world.device(number);
  switch (kind) {
    case 'start': {
      const callId = ((index + 1) * 1_000 + turn).toString(16).padStart(32, '0');
      const others = accounts.filter((account) => !isAddressEqual(account, device.self.account));
      world.start(device, callId, size === 1 ? others.slice(index % 2).slice(0, 1) : others);
      break;
    }
    case 'accept':
    case 'decline':
    case 'hangUp':
    case 'dismiss':
      world.dispatch(device, { type: kind });
      break;
    case 'ready':
      world.answerMicrophone(device, 'ready');
      break;
    case 'refuse':
      world.answerMicrophone(device, index % 2 ? 'permissionRefused' : 'noMicrophone');
      break;
    case 'deliver':
      world.deliver(device);
      break;
    case 'connect':
      world.connect();
      break;
    case 'replay': {
      const old = world.sent[index % Math.max(1, world.sent.length)];
      // The server can deliver a signal again.
      if (old && !old.to.inbox.some(({ signal }) => signal === old.signal))
        world.receive(old.to, old.from, old.signal);
      break;
    }
    case 'lose': {
      const [leg] = [...device.legs];
      if (leg) world.dispatch(device, { type: 'leg', device: leg, state: 'reconnecting', now: world.now });
      break;
    }
    case 'timeout': {
      const [timer] = [...device.timers];
      if (timer) world.dispatch(device, { type: 'timeout', timer });
    }
  }
}

const callOf = ({ state }: Device) => (isActive(state) ? state.call : null);

/** Asserts a device's invariants, which hold at any time. */
function checkDevice(device: Device): void {
  const { state, legs, timers, hasMicrophone } = device;
  if (!isActive(state)) {
    expect({ hasMicrophone, legs: legs.size, timers: timers.size }).toEqual({
      hasMicrophone: false,
      legs: 0,
      timers: 0,
    });
    return;
  }
  const { call, phase } = state;
  const inCall = call.legs.map((leg) => leg.account.toLowerCase());
  expect(new Set(inCall).size).toBe(inCall.length);
  for (const account of inCall) expect(call.others.map((other) => other.toLowerCase())).toContain(account);
  if (phase === 'ringingIn') {
    expect([legs.size, call.legs.length > 0, timers.has('ring')]).toEqual([0, true, true]);
    return;
  }
  if (phase === 'ringingOut') {
    expect([legs.size, call.legs.length]).toEqual([0, 0]);
    expect(timers.has('ring')).toBe(state.isInvited);
    return;
  }
  expect(hasMicrophone).toBe(true);
  expect([...legs].sort()).toEqual(call.legs.map((leg) => leg.device).sort());
  // Every leg that isn't connected has a timer.
  for (const leg of call.legs)
    if (leg.state !== 'connected')
      expect(timers.has(leg.state === 'connecting' ? 'connect' : 'reconnect')).toBe(true);
}

test('CALL-1 in random orders of calls, answers, and signals, no device keeps a microphone, a connection, or a ring too long', () => {
  fc.assert(
    fc.property(actions, (steps) => {
      const world = new CallWorld(devices);
      for (const [turn, step] of steps.entries()) {
        act(world, step, turn);
        for (const device of world.devices) checkDevice(device);
      }
      // After all deliveries, the devices agree on the participants.
      for (const device of world.devices) world.answerMicrophone(device, 'ready');
      world.settle();
      world.connect();
      for (const device of world.devices) {
        checkDevice(device);
        for (const key of device.legs) {
          const other = world.devices.find(({ self }) => self.device === key);
          expect(other && callOf(other)?.id).toBe(callOf(device)?.id);
          expect(other?.legs.has(device.self.device)).toBe(true);
        }
      }
      // Only one device of an account takes part in a call.
      for (const [index, device] of world.devices.entries())
        for (const other of world.devices.slice(index + 1))
          if (
            isAddressEqual(device.self.account, other.self.account) &&
            device.legs.size > 0 &&
            other.legs.size > 0
          )
            expect(callOf(device)?.id).not.toBe(callOf(other)?.id);
      // Hanging up also stops the ringing.
      for (const device of world.devices) {
        world.dispatch(device, { type: 'hangUp' });
        world.settle();
        checkDevice(device);
      }
      for (const device of world.devices) expect(isActive(device.state)).toBe(false);
    }),
    { numRuns: 400 },
  );
});
