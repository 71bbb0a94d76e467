import type { Address } from 'viem';
import type { Card } from '@/lib/api/types';
import { type LogScan, useLogScan } from '@/lib/evm/use-log-scan';
import { type OpenedCard, readOpenedCards } from './read-opened-cards';
import type { CardPlace } from './use-card-funds';

/** React hook that returns the cards that an account opened in a chain's contract, newest first. */
export const useOpenedCards = (account: Address, { chainId, address }: CardPlace): LogScan<OpenedCard> =>
  useLogScan(`cardsOpened ${address}`, chainId, account, (client, owner, range) =>
    readOpenedCards(client, address, owner, range),
  );

/** Returns those of the opened cards of a chain that the issuer hasn't created yet. */
export function unfinishedOf(
  opened: readonly OpenedCard[],
  chainId: number,
  cards: readonly Card[] | undefined,
): readonly OpenedCard[] {
  // Without the server's list, no card is known to be unfinished.
  if (!cards) return [];
  const created = new Set(cards.filter((card) => card.chainId === chainId).map(({ number }) => number));
  return opened.filter(({ number }) => !created.has(number));
}
