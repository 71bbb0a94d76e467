import type { LivePresale, PresaleTerms } from '@/lib/wallet/presale/presale-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/** All that a screen needs of a presale: as it stands this second, its terms, and its tokens as they are listed. */
export type PresaleFigures = {
  live: LivePresale;
  terms: PresaleTerms;
  sale: ListedToken;
  payment: ListedToken;
};
