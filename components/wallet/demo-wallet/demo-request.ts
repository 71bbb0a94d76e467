import type { Address, Hex } from 'viem';
import { create } from 'zustand';

/** What the demo wallet asks its owner before it acts. */
export type DemoRequest =
  | { kind: 'connect' }
  | { kind: 'message'; account: Address; message: string }
  | { kind: 'typedData'; account: Address; chainId: number; typedData: string }
  | {
      kind: 'transaction';
      account: Address;
      chainId: number;
      to: Address | undefined;
      value: bigint;
      data: Hex;
      /** Where the page asks for one: it takes the place of the transaction with it. */
      nonce?: number;
    };

type Pending = { request: DemoRequest; decide: (accountIndex: number | null) => void };

export const useDemoRequests = create<{ queue: readonly Pending[] }>(() => ({ queue: [] }));

/** Asks the owner. Gives the chosen account's index (the one in use unless connecting), or null when refused. */
export function askOwner(request: DemoRequest): Promise<number | null> {
  return new Promise((resolve) => {
    const pending: Pending = {
      request,
      decide(accountIndex) {
        useDemoRequests.setState(({ queue }) => ({ queue: queue.filter((other) => other !== pending) }));
        resolve(accountIndex);
      },
    };
    useDemoRequests.setState(({ queue }) => ({ queue: [...queue, pending] }));
  });
}
