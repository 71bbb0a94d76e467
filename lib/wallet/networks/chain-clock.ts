/** What a chain's clock showed in a read. */
export type ClockRead = {
  /** The chain's time; s since the epoch. */
  at: bigint;
  /** This device's time when the answer had come; ms since the epoch. */
  receivedAt: number;
};

/** A chain's time between two reads. */
export type ChainClock = {
  /** How far the chain's clock is ahead of this device's, in ms: the most that any read showed. */
  aheadMs: number;
  /** s since the epoch. */
  now: bigint;
};

/** The chain's time at a time of this device (ms), from a read. It never runs back. */
export function followClock(
  previous: ChainClock | null,
  { at, receivedAt }: ClockRead,
  localMs: number,
): ChainClock {
  const offset = Number(at) * 1_000 - receivedAt;
  const aheadMs = Math.max(offset, previous?.aheadMs ?? offset);
  const clock = BigInt(Math.floor((localMs + aheadMs) / 1_000));
  const earliest = previous && previous.now > at ? previous.now : at;
  return { aheadMs, now: clock > earliest ? clock : earliest };
}
