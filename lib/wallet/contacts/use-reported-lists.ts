import { useReported, useWebsite } from '@/lib/api/hooks';
import type { ReportedLists } from '@/lib/api/types';

/** Whether the operator's lists of known scams can be used: there are none, they load, some can't be read, or all are here. */
type ListState = 'off' | 'loading' | 'missing' | 'ready';

export type Reported = {
  state: ListState;
  /** In lowercase. */
  addresses: ReadonlySet<string>;
  /** Origins of listed DApps. */
  origins: ReadonlySet<string>;
};

const nothing: ReadonlySet<string> = new Set();
const sets = new WeakMap<ReportedLists, Pick<Reported, 'addresses' | 'origins'>>();

/** Returns the lists as sets. Cached, because they can have thousands of addresses. */
function setsOf(lists: ReportedLists): Pick<Reported, 'addresses' | 'origins'> {
  const known = sets.get(lists);
  if (known) return known;
  const made = { addresses: new Set(lists.addresses), origins: new Set(lists.origins) };
  sets.set(lists, made);
  return made;
}

/**
 * React hook that returns the operator's lists of known scams. The browser has the whole list, so looking up an address tells
 * nobody whom the user pays.
 */
export function useReportedLists(): Reported {
  const isListing = useWebsite().data?.hasReportedLists === true;
  const { data, error } = useReported(isListing);
  if (!isListing) return { state: 'off', addresses: nothing, origins: nothing };
  if (!data) return { state: error ? 'missing' : 'loading', addresses: nothing, origins: nothing };
  return { state: data.isComplete ? 'ready' : 'missing', ...setsOf(data) };
}
