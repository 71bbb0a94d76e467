import { useEffect, useEffectEvent, useState } from 'react';

/** Update interval of time-dependent values between contract reads. */
const LIVE_TICK_MS = 1_000;

/** Chain time from a read, and the device time of that read. */
export type ClockRead = {
  /** Chain time, in seconds since the epoch. */
  at: bigint;
  /** Device time when the response arrived, in ms since the epoch. */
  receivedAt: number;
};

/** Estimated chain time between two reads. */
export type ChainClock = {
  /** Maximum observed lead of the chain's clock over this device's clock, in ms. */
  aheadMs: number;
  /** Seconds since the epoch. */
  now: bigint;
};

/** Estimates the chain time at a device time (ms). The result never decreases. */
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

type Source<Data> = { chainId: number; data: Data | undefined };

/** React hook that returns each chain's live state, updated by `follow` every second. `localMs` is device time. */
export function useLive<Data extends { read: ClockRead }, Live>(
  sources: readonly Source<Data>[],
  follow: (previous: Live | null, data: Data, localMs: number, chainId: number) => Live,
): ReadonlyMap<number, Live> {
  const [live, setLive] = useState<ReadonlyMap<number, Live>>(new Map());
  const tick = useEffectEvent(() => {
    const localMs = Date.now();
    setLive(
      (previous) =>
        new Map(
          sources.flatMap(({ chainId, data }) =>
            data ? [[chainId, follow(previous.get(chainId) ?? null, data, localMs, chainId)] as const] : [],
          ),
        ),
    );
  });
  const readAt = sources.map(({ data }) => data?.read.receivedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data is shown at once, not on the next tick
  useEffect(() => tick(), [readAt]);
  useEffect(() => {
    const timer = setInterval(() => tick(), LIVE_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return live;
}
