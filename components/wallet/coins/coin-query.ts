import { showOnly } from '@/components/wallet/shell/page-place';
import { routes } from '@/lib/routes';

/** Where in the list of coins a reader is. */
export type CoinQuery = { page: number; search: string };

const isWholeNumber = (text: string | null): text is string => /^[1-9]\d{0,8}$/.test(text ?? '');

/** The list's place as the address names it; the first page where it names none. */
export function readCoinQuery(params: Pick<URLSearchParams, 'get'>): CoinQuery {
  const page = params.get('page');
  return { page: isWholeNumber(page) ? Number(page) : 1, search: params.get('search')?.trim() ?? '' };
}

/** The coin that the address names; null where it names none, NaN where its id is no id. */
export function readCoinId(params: Pick<URLSearchParams, 'get'>): number | null {
  const id = params.get('id');
  if (id === null) return null;
  return isWholeNumber(id) ? Number(id) : Number.NaN;
}

export const coinViews = ['list', 'chart', 'alerts'] as const;
export type CoinView = (typeof coinViews)[number];

/** What the page shows where the address names no coin; the list where it names nothing that there is. */
export const readCoinView = (params: Pick<URLSearchParams, 'get'>): CoinView =>
  coinViews.find((view) => view === params.get('view')) ?? 'list';

/** Names what the page shows in the address, in place of what was there: going back leaves the page. */
export function showCoinView(view: CoinView): void {
  showOnly(new URLSearchParams(view === 'list' ? {} : { view }));
}

/** The path of a place in the list, without locale prefix. */
export function coinListPath({ page, search }: CoinQuery): string {
  const params = new URLSearchParams({
    ...(search && { search }),
    ...(page > 1 && { page: String(page) }),
  });
  return params.size > 0 ? `${routes.coins}?${params}` : routes.coins;
}
