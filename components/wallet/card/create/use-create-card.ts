import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Address, type Hash, parseEventLogs } from 'viem';
import { getTransactionReceipt } from 'viem/actions';
import { useConfig } from 'wagmi';
import { messageOf } from '@/components/wallet/card/parts/api-problem';
import { leaveCardView, type PlacedFunds } from '@/components/wallet/card/parts/card-params';
import { reviewCardOrder } from '@/components/wallet/card/parts/review-card-order';
import type { CardCreateRequest } from '@/lib/api/types';
import { createCard, useRefreshCard } from '@/lib/api/use-card';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import type { CardLimits } from '@/lib/wallet/card/card-plan';
import { useLedger } from '@/lib/wallet/transactions/transaction-ledger';

/** A card that is open in the contract. */
export type Opened = { chainId: number; number: number };

type Request = Omit<CardCreateRequest, 'chainId' | 'number'>;

/** React hook that reads the number of the card that a confirmed transaction opened. */
function useOpenedNumber(chainId: number | undefined, hash: Hash | null) {
  const config = useConfig();
  return useQuery({
    queryKey: ['openedCard', chainId, hash],
    enabled: chainId !== undefined && hash !== null,
    queryFn: async () => {
      if (chainId === undefined || hash === null) return null;
      const { logs } = await getTransactionReceipt(config.getClient({ chainId }), { hash });
      const [opened] = parseEventLogs({ abi: cardAccountAbi, eventName: 'CardOpened', logs });
      return opened?.args.card ?? null;
    },
    staleTime: 'static',
  });
}

/**
 * React hook that opens a card in the contract, and then creates it at the issuer. If the card is already open, only
 * creates it. Callers can retry.
 */
export function useCreateCard(account: Address, chosen: PlacedFunds | null, given: Opened | null) {
  const refresh = useRefreshCard();
  const [request, setRequest] = useState<Request | null>(null);
  const [sent, setSent] = useState<{ id: Hash; chainId: number } | null>(null);
  const [isCreating, setCreating] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const entry = useLedger((state) => state.entries.find(({ id }) => id === sent?.id));
  const confirmed = entry?.status === 'confirmed' && entry.hash !== null ? entry.hash : null;
  const read = useOpenedNumber(sent?.chainId, confirmed);
  const number = read.data ?? null;
  const opened = given ?? (sent && number !== null ? { chainId: sent.chainId, number } : null);

  const create = async (card: Opened, wanted: Request) => {
    setCreating(true);
    setProblem(null);
    try {
      await createCard({ ...card, ...wanted });
      // Until then, the card would seem unfinished.
      await refresh();
      leaveCardView();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setCreating(false);
  };
  const onOpened = useEffectEvent((chainId: number, card: number) => {
    if (request && !given) void create({ chainId, number: card }, request);
  });
  const sentOn = sent?.chainId;
  useEffect(() => {
    if (sentOn !== undefined && number !== null) onOpened(sentOn, number);
  }, [sentOn, number]);

  const isOpening = sent !== null && opened === null && entry?.status !== 'failed' && !read.isError;
  return {
    isOpened: opened !== null,
    /** Whether the transaction is on its way. */
    isOpening,
    isCreating,
    /** While the opened card can't be read, the retry is the way on: another start would open a second card. */
    isBusy: isOpening || isCreating || read.isError,
    /** Reads the opened card again, if it couldn't be read. */
    readAgain: read.isError ? () => void read.refetch() : null,
    problem,
    start: ({ limits, request: wanted }: { limits: CardLimits | null; request: Request }) => {
      setRequest(wanted);
      if (opened) void create(opened, wanted);
      else if (chosen && limits) {
        const { place, funds } = chosen;
        reviewCardOrder(account, place, funds.token, { kind: 'openCard', limits }, (id) =>
          setSent({ id, chainId: place.chainId }),
        );
      }
    },
  };
}
