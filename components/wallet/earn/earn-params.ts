import { updatePageParams } from '@/lib/browser/page-params';
import { type OfferFilter, type OfferSort, offerFilters, offerSorts } from '@/lib/wallet/earn/arrange-offers';

/** Filter and sort order of the offers, as stored in the URL. */
export type EarnParams = { filter: OfferFilter; sort: OfferSort };

/** Parses the filter and the sort order from the URL. Defaults to all offers, lower risk first. */
export function readEarnParams(params: Pick<URLSearchParams, 'get'>): EarnParams {
  return {
    filter: offerFilters.find((filter) => filter === params.get('show')) ?? 'all',
    sort: offerSorts.find((sort) => sort === params.get('sort')) ?? 'risk',
  };
}

/** Updates the filter or the sort order in the URL. Replaces the history entry, so that Back leaves the page. */
export function updateEarnParams({ filter, sort }: Partial<EarnParams>): void {
  updatePageParams({
    ...(filter && { show: filter === 'all' ? null : filter }),
    ...(sort && { sort: sort === 'risk' ? null : sort }),
  });
}
