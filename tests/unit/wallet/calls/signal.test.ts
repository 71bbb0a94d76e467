/** @jest-environment node */
import { REMEMBERED_CALLS } from '@/lib/wallet/calls/constants';
import {
  type CallSignal,
  MAX_CANDIDATES,
  MAX_SDP_LENGTH,
  newCallId,
  parseSignal,
  recordSignal,
  type SignalLog,
} from '@/lib/wallet/calls/signal';
import { deviceOf, NOW } from '../../../support/call-world';

const callId = '5e'.repeat(16);
const { account, device } = deviceOf('a', 1);
const other = deviceOf('b', 1);
const participants = [account, other.account];
const candidate = {
  candidate: 'candidate:1 1 udp 2122260223 192.0.2.1 54400 typ host',
  usernameFragment: 'abcd',
};
const valid: CallSignal[] = [
  { type: 'invite', callId, seq: 0, at: NOW, participants },
  { type: 'ringing', callId, seq: 0 },
  { type: 'accept', callId, seq: 1 },
  { type: 'decline', callId, seq: 1, reason: 'user' },
  { type: 'busy', callId, seq: 0 },
  { type: 'offer', callId, seq: 2, to: device, sdp: 'v=0' },
  { type: 'answer', callId, seq: 2, to: device, sdp: 'v=0' },
  {
    type: 'candidates',
    callId,
    seq: 3,
    to: device,
    candidates: [candidate, { ...candidate, candidate: '' }],
  },
  { type: 'restart', callId, seq: 4, to: device },
  { type: 'hangUp', callId, seq: 5, reason: 'glare' },
];
const [invite, , accept] = valid as [CallSignal, CallSignal, CallSignal];

test.each(valid.map((signal) => [signal.type, signal] as const))(
  'CALL-2 a signal “%s” is read as it is, but not with a field that isn’t known',
  (_, signal) => {
    expect(parseSignal(JSON.parse(JSON.stringify(signal)))).toEqual(signal);
    expect(parseSignal({ ...signal, extra: 1 })).toBeNull();
    expect(parseSignal({ ...signal, callId: 'x' })).toBeNull();
    expect(parseSignal({ ...signal, seq: -1 })).toBeNull();
    expect(parseSignal({ ...signal, seq: 1.5 })).toBeNull();
  },
);

test.each([
  ['of an unknown kind', { type: 'video', callId, seq: 0 }],
  ['for more than four', { ...invite, participants: Array(5).fill(account) }],
  ['for one', { ...invite, participants: [account] }],
  ['with a long description', { ...valid[5], sdp: 'v'.repeat(MAX_SDP_LENGTH + 1) }],
  ['for no device', { type: 'offer', callId, seq: 0, sdp: 'v=0' }],
  ['with too many candidates', { ...valid[7], candidates: Array(MAX_CANDIDATES + 1).fill(candidate) }],
  ['with no candidates', { ...valid[7], candidates: [] }],
  [
    'with a line break in a candidate',
    { ...valid[7], candidates: [{ ...candidate, candidate: 'candidate:1\r\na=x' }] },
  ],
  [
    'with something else as a candidate',
    { ...valid[7], candidates: [{ ...candidate, candidate: 'a=sctp-port:5000' }] },
  ],
  ['that is no object', 'invite'],
])('CALL-2 a signal %s is refused', (_, signal) => {
  expect(parseSignal(signal)).toBeNull();
});

test('CALL-2 ignores signals that are replayed, out of order, or without an invite', () => {
  const log: SignalLog = new Map();
  expect(recordSignal(log, device, accept)).toBeNull();
  const invited = recordSignal(log, device, invite);
  if (!invited) throw new Error('the invite was refused');
  expect(recordSignal(invited, device, invite)).toBeNull();
  const accepted = recordSignal(invited, device, accept);
  if (!accepted) throw new Error('the second signal was refused');
  expect(recordSignal(accepted, device, accept)).toBeNull();
  // Each device has its own sequence.
  expect(recordSignal(accepted, other.device, { type: 'ringing', callId, seq: 0 })).not.toBeNull();
});

test('CALL-2 the log of signals holds a limited number of calls', () => {
  let log: SignalLog = new Map();
  const ids = Array.from({ length: REMEMBERED_CALLS + 5 }, () => newCallId());
  for (const id of ids) log = recordSignal(log, device, { ...invite, callId: id }) ?? log;
  expect([...log.keys()]).toEqual(ids.slice(-REMEMBERED_CALLS));
});
