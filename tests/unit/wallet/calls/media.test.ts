/** @jest-environment node */
import { qualityOf, readQuality } from '@/lib/wallet/calls/call-quality';
import { levelOf, microphoneProblem } from '@/lib/wallet/calls/microphone';

const stats = (inbound: object, pair: object = {}): RTCStats[] => [
  { id: '1', timestamp: 0, type: 'inbound-rtp', kind: 'audio', ...inbound } as RTCStats,
  { id: '2', timestamp: 0, type: 'candidate-pair', state: 'succeeded', nominated: true, ...pair } as RTCStats,
];

test('CALL-1 the quality is measured from the packets since the last reading', () => {
  const first = readQuality(stats({ packetsReceived: 100, packetsLost: 50, jitter: 0.01 }), {
    received: 0,
    lost: 0,
  });
  expect(first?.reading).toEqual({ lossRatio: 1 / 3, roundTripMs: null, jitterMs: 10 });
  const later = stats({ packetsReceived: 200, packetsLost: 49, jitter: 0.01 }, { currentRoundTripTime: 0.1 });
  const second = readQuality(later, first?.count ?? { received: 0, lost: 0 });
  expect(second?.reading).toEqual({ lossRatio: 0, roundTripMs: 100, jitterMs: 10 });
  expect(readQuality([], { received: 0, lost: 0 })).toBeNull();
});

test.each([
  [{ lossRatio: 0, roundTripMs: null, jitterMs: 0 }, 'good'],
  [{ lossRatio: 0.05, roundTripMs: 50, jitterMs: 5 }, 'fair'],
  [{ lossRatio: 0, roundTripMs: 400, jitterMs: 5 }, 'fair'],
  [{ lossRatio: 0, roundTripMs: 50, jitterMs: 50 }, 'fair'],
  [{ lossRatio: 0.2, roundTripMs: 50, jitterMs: 5 }, 'poor'],
  [{ lossRatio: 0, roundTripMs: 900, jitterMs: 5 }, 'poor'],
  [{ lossRatio: 0, roundTripMs: 50, jitterMs: 100 }, 'poor'],
] as const)('CALL-1 %j is a %s connection', (reading, quality) => {
  expect(qualityOf(reading)).toBe(quality);
});

test('CALL-1 the level is logarithmic, from silence to full scale', () => {
  expect(levelOf(new Float32Array(8))).toBe(0);
  expect(levelOf(new Float32Array(8).fill(1))).toBe(1);
  expect(levelOf(new Float32Array(8).fill(10 ** (-30 / 20)))).toBeCloseTo(0.5);
  expect(levelOf(new Float32Array(8).fill(1e-6))).toBe(0);
});

test.each([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['UnknownError', 'failed'],
])('CALL-1 maps the browser’s %s to the microphone problem “%s”', (name, problem) => {
  expect(microphoneProblem(new DOMException('', name))).toBe(problem);
});
