import { FAIR_QUALITY, POOR_QUALITY } from './constants';

/** A connection's statistics since the last reading. */
export type QualityReading = {
  /** Share of the other side's packets that were lost, from 0 to 1. */
  lossRatio: number;
  /** Null until it's measured. */
  roundTripMs: number | null;
  jitterMs: number;
};
export type Quality = 'good' | 'fair' | 'poor';

/** Packet counters since the connection began. */
export type PacketCount = { received: number; lost: number };

type InboundStats = RTCStats & {
  kind?: string;
  packetsReceived?: number;
  packetsLost?: number;
  jitter?: number;
};
type PairStats = RTCStats & { state?: string; nominated?: boolean; currentRoundTripTime?: number };

const asMs = (seconds: number) => seconds * 1_000;

/**
 * Reads a connection's statistics (W3C WebRTC Statistics). Returns null if no packets have arrived. `before` has the
 * counters of the last reading.
 */
export function readQuality(
  stats: Iterable<RTCStats>,
  before: PacketCount,
): { count: PacketCount; reading: QualityReading } | null {
  let inbound: InboundStats | undefined;
  let roundTripMs: number | null = null;
  for (const entry of stats) {
    if (entry.type === 'inbound-rtp' && (entry as InboundStats).kind === 'audio') inbound = entry;
    const { state, nominated, currentRoundTripTime } = entry as PairStats;
    if (
      entry.type === 'candidate-pair' &&
      state === 'succeeded' &&
      nominated &&
      currentRoundTripTime !== undefined
    )
      roundTripMs = asMs(currentRoundTripTime);
  }
  if (!inbound) return null;
  const count = { received: inbound.packetsReceived ?? 0, lost: Math.max(0, inbound.packetsLost ?? 0) };
  // The counter of lost packets decreases when late ones arrive.
  const lost = Math.max(0, count.lost - before.lost);
  const expected = Math.max(0, count.received - before.received) + lost;
  const lossRatio = expected === 0 ? 0 : lost / expected;
  return { count, reading: { lossRatio, roundTripMs, jitterMs: asMs(inbound.jitter ?? 0) } };
}

const exceeds = (
  { lossRatio, roundTripMs, jitterMs }: QualityReading,
  limits: typeof FAIR_QUALITY | typeof POOR_QUALITY,
) => lossRatio > limits.lossRatio || (roundTripMs ?? 0) > limits.roundTripMs || jitterMs > limits.jitterMs;

/** Rates the quality of the other side's audio. */
export function qualityOf(reading: QualityReading): Quality {
  if (exceeds(reading, POOR_QUALITY)) return 'poor';
  return exceeds(reading, FAIR_QUALITY) ? 'fair' : 'good';
}
