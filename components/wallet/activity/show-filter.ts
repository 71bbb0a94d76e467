import { showOnly } from '@/components/wallet/shell/page-place';
import {
  type ActivityFilter,
  activityParams,
  readActivityFilter,
} from '@/lib/wallet/activity/filter-activity';

function show(filter: ActivityFilter): void {
  showOnly(activityParams(filter));
}

/**
 * Changes a part of the filter that the address names, in place of the one before: going back leaves the page. The
 * address is asked, since what the page shows of it may be a moment behind.
 */
export function changeFilter(part: Partial<ActivityFilter>): void {
  show({ ...readActivityFilter(new URLSearchParams(window.location.search)), ...part });
}

/** Filters by nothing. */
export function clearFilter(): void {
  show(readActivityFilter(new URLSearchParams()));
}
