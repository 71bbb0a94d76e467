import { type Address, ResourceUnavailableRpcError } from 'viem';
import { create } from 'zustand';
import type { MessageRequest } from '@/lib/wallet/signing/message';
import type { AskedTransaction } from '@/lib/wallet/signing/parse-transaction';
import type { TypedDataRequest } from '@/lib/wallet/signing/parse-typed-data';

/** What a page wants signed, read and found well-formed; `raw` is how it was asked for. */
export type SignatureRequest = { account: Address; chainId: number; raw: string } & (
  | { kind: 'message'; message: MessageRequest }
  | { kind: 'typedData'; typedData: TypedDataRequest }
  | { kind: 'transaction'; transaction: AskedTransaction }
);

/** What the demo wallet asks its owner before it acts. */
export type DemoRequest = { kind: 'connect' } | SignatureRequest;

export type Pending = { id: number; request: DemoRequest; decide: (accountIndex: number | null) => void };

/** A page that asks for more at once is not asking, it wears down. */
const MOST_PENDING = 10;

let lastId = 0;

export const useDemoRequests = create<{ queue: readonly Pending[] }>(() => ({ queue: [] }));

/**
 * Asks the owner. Gives the chosen account's index (the one in use unless connecting), or null when refused.
 * @throws ResourceUnavailableRpcError (-32002) where too many are waiting.
 */
export function askOwner(request: DemoRequest): Promise<number | null> {
  if (useDemoRequests.getState().queue.length >= MOST_PENDING)
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
