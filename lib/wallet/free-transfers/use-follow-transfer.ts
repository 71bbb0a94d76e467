import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Hash } from 'viem';
import { useConfig } from 'wagmi';
import type { TransferRequest } from '@/lib/api/types';
import { useSendTransfer, useTransferJob } from '@/lib/api/use-transfers';
import { useSession } from '@/lib/session/session';
import { readOutcome } from './read-outcome';
import { isSuperseded, type SignedTransfer, type TransferOutcome } from './signed-transfer';
import { acceptInList, endInList, findTransfer, readTransfers, refuseInList } from './transfer-ledger';

/** How often the chain is read: while the relayer sends a transfer (`fresh`), while it's open, and otherwise. */
const FOLLOW_POLL_MS = { fresh: 1_000, open: 12_000, rest: 60_000 } as const;
const FRESH_MS = 600_000;

function pollTime(transfer: SignedTransfer): number {
  const { createdAt, signature, isDeclined, outcome } = transfer;
  if (isDeclined) return FOLLOW_POLL_MS.rest;
  const isFresh = outcome === undefined && signature !== undefined && Date.now() - createdAt < FRESH_MS;
  return isFresh ? FOLLOW_POLL_MS.fresh : FOLLOW_POLL_MS.open;
}

/** Returns the API's request that queues a transfer, or null if there is nothing to send. */
function requestOf(transfer: SignedTransfer): TransferRequest | null {
  const { chainId, route, token, recipient: to, amountRaw, nonce, deadline, signature } = transfer;
  const isWaiting = transfer.outcome === undefined && !transfer.isAccepted && transfer.refusal === undefined;
  if (!signature || !isWaiting) return null;
  return { chainId, route, token, to, amountRaw, nonce, deadline, signature };
}

/** A token's events don't tell two messages with the same nonce, recipient, and amount apart: only the later one is paid. */
const asShown = (found: TransferOutcome | null, transfer: SignedTransfer): TransferOutcome | null =>
  found?.kind === 'confirmed' && isSuperseded(transfer, readTransfers())
    ? { ...found, kind: 'replaced' }
    : found;

/**
 * React hook that sends a signed transfer to the API and follows it on the chain until its outcome is final. It never
 * gives up: the API and the wallet only give hints. `onOutcome` is called when the chain first shows an outcome.
 */
export function useFollowTransfer(
  transfer: SignedTransfer,
  onOutcome: (ended: SignedTransfer) => void,
): void {
  const { id, account, chainId, outcome } = transfer;
  const config = useConfig();
  // The API accepts a transfer only from the account that signed it.
  const isSignedIn = useSession((state) => state.token !== null && state.account === account);
  useSendTransfer(id, isSignedIn ? requestOf(transfer) : null, {
    onQueued: () => void acceptInList(id),
    onRefused: (reason) => void refuseInList(id, reason),
  });
  const isWithApi = isSignedIn && transfer.isAccepted === true && outcome === undefined;
  const { data: job } = useTransferJob(isWithApi ? id : null);
  const hint: Hash | null = job?.txHash ?? null;
  useQuery({
    queryKey: ['transferOutcome', id, hint],
    queryFn: async () => {
      const known = findTransfer(id);
      if (!known || known.outcome?.isFinal) return null;
      const found = asShown(await readOutcome(config.getClient({ chainId }), known, hint), known);
      if (JSON.stringify(found) !== JSON.stringify(known.outcome ?? null)) endInList(id, found);
      return found;
    },
    enabled: !outcome?.isFinal,
    refetchInterval: () => pollTime(transfer),
    refetchIntervalInBackground: true,
  });
  const end = useEffectEvent(() => onOutcome(transfer));
  const kind = outcome?.kind;
  const before = useRef(kind);
  useEffect(() => {
    if (kind !== undefined && before.current === undefined) end();
    before.current = kind;
  }, [kind]);
}
