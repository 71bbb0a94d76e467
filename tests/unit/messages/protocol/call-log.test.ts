import {
  type LoggedCall,
  type LoggedSignal,
  nextLoggedCall,
  settledCall,
  startCall,
} from '@/lib/messages/protocol/call-log';
import { RING_MS } from '@/lib/wallet/calls/constants';
import { type CallSignal, newCallId, type SignalBody } from '@/lib/wallet/calls/signal';
import { deviceOf, NOW } from '../../../support/call-world';

const [alice, bob, carol, dave] = ['a', 'b', 'c', 'd'].map((letter) => deviceOf(letter, 1)) as [
  ReturnType<typeof deviceOf>,
  ReturnType<typeof deviceOf>,
  ReturnType<typeof deviceOf>,
  ReturnType<typeof deviceOf>,
];
const callId = newCallId();
const signal = (body: SignalBody): CallSignal => ({ ...body, callId, seq: 0 });
const invite = (...people: (typeof alice)[]) =>
  signal({ type: 'invite', at: NOW, participants: people.map(({ account }) => account) });

type Step = [person: typeof alice, body: SignalBody, more?: { to?: LoggedSignal['to']; at?: number }];

/** Returns what an account's log says after Alice has called others, and what followed. */
function logOf(self: typeof alice, others: (typeof alice)[], steps: readonly Step[]): LoggedCall | null {
  const people = [alice, ...others];
  const members = people.map(({ account }) => account);
  const first = { by: alice.account, signal: invite(...people) };
  const call = startCall({ self: self.account, members }, first, NOW);
  if (!call) return null;
  let result: LoggedCall = { call, outcome: 'ringing', seconds: null };
  for (const [{ account: by }, body, { to, at = NOW + 5_000 } = {}] of steps) {
    if (result.call === null) break;
    const logged = { by, signal: signal(body), ...(to ? { to } : {}) };
    result = nextLoggedCall(self.account, result.call, logged, at);
  }
  return result;
}
const outcomesOf = (others: (typeof alice)[], steps: readonly Step[]) =>
  [alice, ...others].map((self) => logOf(self, others, steps)?.outcome);

const accept = { type: 'accept' } as const;
const busy = { type: 'busy' } as const;
const decline = { type: 'decline', reason: 'user' } as const;
const hangUp = { type: 'hangUp', reason: 'user' } as const;
const atEnd = { at: NOW + 65_000 };

test.each<[string, Step[], (string | undefined)[]]>([
  ['rings', [], ['ringing', 'ringing']],
  ['is answered', [[bob, accept]], ['answered', 'answered']],
  [
    'ends',
    [
      [bob, accept],
      [alice, hangUp, atEnd],
    ],
    ['ended', 'ended'],
  ],
  ['is declined', [[bob, decline]], ['declined', 'declined']],
  [
    'is refused by a device without a microphone',
    [[bob, { ...decline, reason: 'device' }]],
    ['failed', 'failed'],
  ],
  ['is canceled', [[alice, hangUp]], ['canceled', 'missed']],
  ['is not answered in time', [[alice, hangUp, { at: NOW + RING_MS }]], ['missed', 'missed']],
  [
    'finds a busy device',
    [
      [bob, busy],
      [alice, hangUp],
    ],
    ['busy', 'missed'],
  ],
  ['becomes another call', [[alice, { ...hangUp, reason: 'glare' }]], [null, null] as never],
  ['gets signals of strangers', [[dave, accept]], ['ringing', 'ringing']],
])('CALL-8 a call of two that %s', (_, steps, outcomes) => {
  expect(outcomesOf([bob], steps)).toEqual(outcomes);
});

test('CALL-8 the length of a call is counted from the answer', () => {
  const steps: Step[] = [
    [bob, accept],
    [bob, hangUp, atEnd],
  ];
  for (const self of [alice, bob])
    expect(logOf(self, [bob], steps)).toMatchObject({ seconds: 60, call: null });
});

test('CALL-8 a call of several goes on until an account is alone in it', () => {
  const others = [bob, carol];
  expect(outcomesOf(others, [[bob, accept]])).toEqual(['answered', 'answered', 'ringing']);
  expect(
    outcomesOf(others, [
      [bob, decline],
      [carol, accept],
    ]),
  ).toEqual(['answered', 'declined', 'answered']);
  expect(
    outcomesOf(others, [
      [bob, accept],
      [carol, accept],
      [bob, hangUp, atEnd],
    ]),
  ).toEqual(['answered', 'ended', 'answered']);
  expect(
    outcomesOf(others, [
      [bob, decline],
      [carol, busy],
    ])[0],
  ).toBe('busy');
  // The caller leaves before somebody has answered whom the others still wait for.
  expect(
    outcomesOf(others, [
      [bob, accept],
      [alice, hangUp, atEnd],
    ]),
  ).toEqual(['ended', 'ended', 'ringing']);
});

test('CALL-8 hanging up to one device, whose connection failed, ends the call only with that account', () => {
  const lost: Step = [alice, { type: 'hangUp', reason: 'failed' }, { to: bob }];
  const talk: Step[] = [
    [bob, accept],
    [carol, accept],
  ];
  expect(logOf(alice, [bob, carol], [...talk, lost])?.outcome).toBe('answered');
  expect(logOf(alice, [bob], [[bob, accept], lost])?.outcome).toBe('ended');
});

test('CALL-8 invites that do not name the sender, this account, or only members start nothing', () => {
  const members = [alice, bob].map(({ account }) => account);
  const start = (self: typeof alice, by: typeof alice, ...people: (typeof alice)[]) =>
    startCall({ self: self.account, members }, { by: by.account, signal: invite(...people) }, NOW);
  expect(start(bob, alice, alice, bob)).not.toBeNull();
  expect(start(carol, alice, alice, bob)).toBeNull();
  expect(start(bob, alice, bob, bob)).toBeNull();
  expect(start(bob, alice, alice, bob, carol)).toBeNull();
  const accepted = { by: alice.account, signal: signal(accept) };
  expect(startCall({ self: bob.account, members }, accepted, NOW)).toBeNull();
});

test('CALL-8 calls whose end is not heard of are missed after the ring time, or stay as they are', () => {
  const ringing = logOf(bob, [bob], [])?.call;
  const answered = logOf(bob, [bob], [[bob, accept]])?.call;
  if (!ringing || !answered) throw new Error('the call is over');
  expect(settledCall(ringing, NOW + RING_MS)).toBeNull();
  expect(settledCall(ringing, NOW + 2 * RING_MS)).toMatchObject({ outcome: 'missed', call: null });
  expect(settledCall(answered, NOW + 2 * RING_MS)).toBeNull();
  expect(settledCall(answered, NOW + 48 * 60 * 60 * 1_000)).toMatchObject({ outcome: 'answered' });
});
