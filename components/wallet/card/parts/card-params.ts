import { isAddressEqual } from 'viem';
import type { AccountViewProps } from '@/components/wallet/frame/account-view';
import type { Card, CardList, CardProgram } from '@/lib/api/types';
import { pushPageParams, updatePageParams } from '@/lib/browser/page-params';
import type { CardFunds, CardFundsOfChain } from '@/lib/wallet/card/use-card-funds';

/** What the page shows instead of the overview, as in the URL's `show`. */
const cardViews = [
  'topUp',
  'withdraw',
  'create',
  'number',
  'pin',
  'limits',
  'replace',
  'close',
  'purchase',
  'statement',
] as const;
export type CardView = (typeof cardViews)[number];

export const isCardView = (text: string | null): text is CardView => cardViews.some((view) => view === text);

/** Data for all views of the page. `list` is undefined until the server responds. */
export type CardData = AccountViewProps & {
  list: CardList | undefined;
  isListFailed: boolean;
  funds: readonly CardFundsOfChain[];
};

const names = ['show', 'id', 'chain', 'token', 'number'] as const;

/** Opens an action of the page, so that Back returns here. */
export function showCardView(
  show: CardView,
  params: Partial<Record<(typeof names)[number], string>> = {},
): void {
  pushPageParams({ ...Object.fromEntries(names.map((name) => [name, null])), show, ...params });
}

/**
 * Returns the ID of the control that opens a view, which gets the focus when the view closes. `of` is the issuer's ID of a card, or the
 * chain and number of one that isn't created yet.
 */
export const openerId = (show: CardView, of: string | null = null): string =>
  ['open', show, ...(of === null ? [] : [of])].join('-');

/** Returns to the overview. */
export const leaveCardView = (): void =>
  updatePageParams(Object.fromEntries(names.map((name) => [name, null])));

/** Returns the card that the URL names by the issuer's ID. */
export const cardOfParams = (params: URLSearchParams, list: CardList | undefined): Card | undefined =>
  list?.cards.find(({ id }) => id === params.get('id'));

/** Returns whether a card's PIN can be set here: that of a physical card, once it is active. */
export const canSetPinOf = ({ type, status }: Card, program: CardProgram | undefined): boolean =>
  program?.canSetPin === true && type === 'physical' && status === 'active';

/** The user's money in a token, with its contract. */
export type PlacedFunds = { place: CardFundsOfChain; funds: CardFunds };

/** Returns the user's money in every token on every network that has been read. */
export const placedFunds = (places: readonly CardFundsOfChain[]): PlacedFunds[] =>
  places.flatMap((place) => (place.data?.funds ?? []).map((funds) => ({ place, funds })));

export const isUsed = ({ funds: { balance, leaving } }: PlacedFunds): boolean => balance > 0n || leaving > 0n;

/** Returns the user's money in a card's token, with its contract, or undefined if it hasn't been read. */
export const fundsOfCard = (
  { chainId, token }: Pick<Card, 'chainId' | 'token'>,
  places: readonly CardFundsOfChain[],
): PlacedFunds | undefined =>
  placedFunds(places).find(
    ({ place, funds }) => place.chainId === chainId && isAddressEqual(funds.token.address, token),
  );

/** Returns whether a card's network was read, and this site lists no token of it that is the card's. */
export function isTokenUnlisted(
  card: Pick<Card, 'chainId' | 'token'>,
  places: readonly CardFundsOfChain[],
): boolean {
  const place = places.find(({ chainId }) => chainId === card.chainId);
  return (!place || place.data !== undefined) && fundsOfCard(card, places) === undefined;
}
