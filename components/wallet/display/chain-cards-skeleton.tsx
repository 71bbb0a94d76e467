import type { ReactNode } from 'react';
import { HeadingSkeleton, Repeat } from './skeleton';

/** Frame of one network's card. */
export const cardClass = 'grid content-start gap-5 rounded-soft border border-line bg-raised p-5 md:p-6';

/** Class of the cards: two in a row where they have the full width of a wide window, or one above the other. */
export const chainCards = (isSignedIn: boolean) =>
  `grid content-start items-start gap-6 md:grid-cols-2 md:[&>section:only-of-type]:col-span-full ${isSignedIn ? 'lg:grid-cols-1' : 'xl:grid-cols-1'}`;

/** Class of the account's panel and the cards, which are below it on phones and beside it on wide screens. */
export const withPanel = 'grid gap-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]';

/** Number of cards to show before the networks are known. */
const FEW_CARDS = 2;

/** Placeholder for a page with the account's panel and one card per network. */
export function ChainCardsSkeleton({
  height,
  panel,
  children,
}: {
  /** Class that sets the minimum height of a card, as in ChainCard. */
  height: string;
  /** Placeholder for the panel, or null if there is none. */
  panel: ReactNode;
  /** Placeholder for a card's content. */
  children: ReactNode;
}) {
  const cards = (
    <div className={chainCards(panel !== null)}>
      <Repeat count={FEW_CARDS}>
        <div className={`${cardClass} ${height}`}>
          <div className="flex items-center gap-3">
            <span className="size-7 shrink-0 rounded-full bg-line" />
            <HeadingSkeleton />
          </div>
          {children}
        </div>
      </Repeat>
    </div>
  );
  if (!panel) return cards;
  return (
    <div className={withPanel}>
      {panel}
      {cards}
    </div>
  );
}
