import { useEffect, useEffectEvent, useState } from 'react';
import { LIVE_TICK_MS } from '@/lib/wallet-constants';
import type { ClockRead } from './chain-clock';

type Source<Data> = { chainId: number; data: Data | undefined };

/** Everything that has been read, by its chain, as `follow` says it stands this second (`localMs`: of this device). */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has just been read is shown at once, not with the next tick
  useEffect(() => tick(), [readAt]);
  useEffect(() => {
    const timer = setInterval(() => tick(), LIVE_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return live;
}
