import { useEffect, useEffectEvent } from 'react';
import useSWRInfinite from 'swr/infinite';
import { useSession } from '@/lib/session/session';
import { call } from './client';
import type { ActivityPage } from './types';

const PAGE_SIZE = 100;

/**
 * The server's records of verified transactions, newest first, at least as far back as `since` (ms since the epoch), by
 * as many calls as that takes.
 */
export function useActivityPages(since: number) {
  const token = useSession((state) => state.token);
  const pages = useSWRInfinite(
    (index) => (token ? (['/wallet/activity', token, PAGE_SIZE, index + 1] as const) : null),
    ([path, , pageSize, pageNum]) =>
      call<ActivityPage>(path, { params: { pageNum, pageSize }, silent: true }),
    { revalidateFirstPage: true },
  );
  const { data = [], setSize } = pages;
  const records = data.flatMap(({ list }) => list);
  const oldest = records.at(-1);
  const isShort =
    oldest !== undefined && records.length < (data[0]?.total ?? 0) && Date.parse(oldest.at) > since;
  const readOn = useEffectEvent(() => void setSize(data.length + 1));
  useEffect(() => {
    if (isShort && data.length > 0) readOn();
  }, [isShort, data.length]);
  return { records, isFailed: pages.error !== undefined, retry: pages.mutate };
}
