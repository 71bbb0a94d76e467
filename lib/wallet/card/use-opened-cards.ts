import { useMemo } from 'react';
import { type Address, getAddress } from 'viem';
import { getContractEvents } from 'viem/actions';
import type { Card } from '@/lib/api/types';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { type LogScan, useLogScan } from '@/lib/evm/use-log-scan';
import type { CardPlace } from './use-card-funds';

/** A card that the user opened in a contract. */
export type OpenedCard = { number: number; token: Address };

/** React hook that returns the cards that an account opened in a chain's contract, newest first. */
export function useOpenedCards(account: Address, { chainId, address }: CardPlace): LogScan<OpenedCard> {
  return useLogScan(`cardsOpened ${address}`, chainId, account, async (client, owner, range) => {
    const logs = await getContractEvents(client, {
      address,
      abi: cardAccountAbi,
      eventName: 'CardOpened',
      args: { owner },
      strict: true,
      ...range,
    });
    return logs.map(({ args }) => ({ number: args.card, token: getAddress(args.token) })).reverse();
  });
}

/** React hook that returns the cards that were opened in a contract and that the issuer hasn't created yet. */
export function useUnfinishedCards(
  account: Address,
  place: CardPlace,
  cards: readonly Card[] | undefined,
): readonly OpenedCard[] {
  const { found } = useOpenedCards(account, place);
  return useMemo(() => {
    // Without the server's list, no card is known to be unfinished.
    if (!cards) return [];
    const created = new Set(
      cards.filter(({ chainId }) => chainId === place.chainId).map(({ number }) => number),
    );
    return found.filter(({ number }) => !created.has(number));
  }, [found, cards, place.chainId]);
}
