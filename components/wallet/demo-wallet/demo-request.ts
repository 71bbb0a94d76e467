import { ResourceUnavailableRpcError } from 'viem';
import { create } from 'zustand';
import type { SignatureRequest } from '@/lib/wallet/signing/signature-request';

/** A request that the user must confirm. */
export type DemoRequest = { kind: 'connect' } | SignatureRequest;

export type Pending = { id: number; request: DemoRequest; decide: (accountIndex: number | null) => void };

/** Maximum number of requests that a page can queue. */
const MAX_PENDING = 10;

let lastId = 0;

export const useDemoRequests = create<{ queue: readonly Pending[] }>(() => ({ queue: [] }));

/**
 * Asks the user to confirm a request. Resolves to the index of the chosen account (the current account unless the
 * request is to connect), or null if the user rejects.
 * @throws ResourceUnavailableRpcError (-32002) if too many requests are pending.
 */
export function requestConfirmation(request: DemoRequest): Promise<number | null> {
  if (useDemoRequests.getState().queue.length >= MAX_PENDING)
    throw new ResourceUnavailableRpcError(new Error('too many requests are waiting'));
  return new Promise((resolve) => {
    lastId += 1;
    const pending: Pending = {
      id: lastId,
      request,
      decide(accountIndex) {
        useDemoRequests.setState(({ queue }) => ({ queue: queue.filter((other) => other !== pending) }));
        resolve(accountIndex);
      },
    };
    useDemoRequests.setState(({ queue }) => ({ queue: [...queue, pending] }));
  });
}
