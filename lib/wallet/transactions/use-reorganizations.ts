import { useEffect, useEffectEvent } from 'react';
import type { Client, Hash } from 'viem';
import { getBlock } from 'viem/actions';
import { useConfig } from 'wagmi';
import { REORG_DEPTH } from '@/lib/evm/scan-logs';
import type { LedgerEntry, MinedBlock } from './ledger-entry';
import { finalizeInLedger, reopenInLedger } from './ledger-looks';

/** How often the blocks of mined transactions are compared with the chain: a block time of Ethereum. */
const REORG_POLL_MS = 12_000;

export type MinedEntry = LedgerEntry & { block: MinedBlock };

export const isMined = (entry: LedgerEntry): entry is MinedEntry => entry.block !== undefined;

/**
 * Returns whether the chain has another block at a block's height. If the node ends below that height, it may just lag
 * behind other nodes, so the block isn't removed until a new branch reaches it.
 * @throws if the RPC request fails.
 */
async function isRemoved(client: Client, head: bigint, { number, hash }: MinedBlock): Promise<boolean> {
  const blockNumber = BigInt(number);
  return head >= blockNumber && (await getBlock(client, { blockNumber })).hash !== hash;
}

/**
 * Compares the blocks of mined transactions with the chain. Makes transactions pending whose block was removed, and
 * final if their block is too deep to be removed. Returns those that are pending again.
 * @throws if the RPC request fails.
 */
export async function reviewMined(
  client: Client,
  head: bigint,
  entries: readonly MinedEntry[],
): Promise<MinedEntry[]> {
  const removed = await Promise.all(entries.map(({ block }) => isRemoved(client, head, block)));
  return entries.filter(({ id, block }, index) => {
    if (removed[index]) return reopenInLedger(id, block);
    if (head - BigInt(block.number) >= REORG_DEPTH) finalizeInLedger(id);
    return false;
  });
}

/**
 * React hook that watches the blocks of a chain's mined transactions, until no reorganization can remove them. Calls
 * `onReopened` with those that are pending again, because their block was removed.
 */
export function useReorganizations(
  chainId: number,
  entries: readonly MinedEntry[],
  onReopened: (entries: readonly MinedEntry[]) => void,
): void {
  const config = useConfig();
  const review = useEffectEvent(async (client: Client, head: bigint) => {
    const reopened = await reviewMined(client, head, entries);
    if (reopened.length > 0) onReopened(reopened);
  });
  const blocks = entries.map(({ id, block }) => id + block.hash).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new blocks are compared at once
  useEffect(() => {
    const client = config.getClient({ chainId });
    let current = true;
    let reviewed: Hash | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      try {
        const { hash, number } = await getBlock(client);
        if (!current) return;
        if (hash !== reviewed) await review(client, number);
        reviewed = hash;
      } catch {
        // The node is unreachable, which the page reports already. The next look compares the blocks.
      }
      if (current) timer = setTimeout(() => void look(), REORG_POLL_MS);
    };
    void look();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [blocks, chainId, config]);
}
