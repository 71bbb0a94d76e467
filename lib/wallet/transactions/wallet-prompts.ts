import type { Hash } from 'viem';
import { create } from 'zustand';

/** IDs of the ledger entries and signed transfers whose request this page's wallet hasn't answered. */
export const useWalletPrompts = create<{ open: readonly Hash[] }>(() => ({ open: [] }));

/** Waits for the wallet's answer to the request of an entry or transfer, which counts as open until then. */
export async function untilAnswered<Answer>(id: Hash, answer: Promise<Answer>): Promise<Answer> {
  useWalletPrompts.setState(({ open }) => ({ open: [...open, id] }));
  try {
    return await answer;
  } finally {
    useWalletPrompts.setState(({ open }) => ({ open: open.filter((other) => other !== id) }));
  }
}
