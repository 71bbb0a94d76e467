import type { LivePresale, PresaleTerms } from '@/lib/wallet/presale/presale-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** Data of a presale: its live state, its terms, and its listed tokens. */
export type PresaleFigures = {
  live: LivePresale;
  terms: PresaleTerms;
  sale: ListedToken;
  payment: ListedToken;
};
