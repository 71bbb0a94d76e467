import { groupBy } from '@/lib/group-by';
import type { Offer } from '@/lib/wallet/earn/offers';
import type { OfferFact, OfferText } from './use-offer-text';

/** An offer with its display strings and icon. */
export type ShownOffer = { offer: Offer; text: OfferText; icon: string | undefined };

/** An offer with its link on each network that has it. */
export type OfferItem = ShownOffer & { links: readonly { network: string; href: string }[] };

/** Everything that is shown of an offer, except for its network and how much is still available there. */
const productOf = ({ offer: { kind, token, risk }, text }: ShownOffer): string => {
  const { name, reason, yield: rate, lock, action } = text;
  return JSON.stringify([kind, token.coinId, risk.level, name, reason, rate, lock, action]);
};

/**
 * Merges what is available on several networks: notes and values that differ are shown with their network. `onNetwork`
 * returns a text with its network.
 */
function mergeCapacity(
  texts: readonly OfferText[],
  varies: string,
  onNetwork: (network: string, text: string) => string,
): OfferFact {
  const facts = texts.map(({ network, capacity }) => ({ network, ...capacity }));
  const [first] = facts;
  if (!first) return { value: varies, notes: [] };
  const isCommon = (note: string) => facts.every(({ notes }) => notes.includes(note));
  const isSame = facts.every(({ value }) => value === first.value);
  return {
    value: isSame ? first.value : varies,
    notes: [
      ...facts.flatMap(({ network, value, notes }) => {
        const own = [...(isSame ? [] : [value]), ...notes.filter((note) => !isCommon(note))];
        return own.map((text) => onNetwork(network, text));
      }),
      ...first.notes.filter(isCommon),
    ],
  };
}

/** Merges offers of several networks that show the same terms. An offer with a different figure stays apart. */
export function groupOffers(
  offers: readonly ShownOffer[],
  varies: string,
  onNetwork: (network: string, text: string) => string,
): OfferItem[] {
  return [...groupBy(offers, productOf).values()].map((same) => {
    const [first] = same;
    const texts = same.map(({ text }) => text);
    return {
      ...first,
      text: { ...first.text, capacity: mergeCapacity(texts, varies, onNetwork) },
      links: texts.map(({ network, href }) => ({ network, href })),
    };
  });
}
