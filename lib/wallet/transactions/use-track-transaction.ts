import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useConfig } from 'wagmi';
import {
  awaitsCoSigners,
  isOpen,
  type LedgerEntry,
  type SentTransaction,
  waitingSince,
} from './ledger-entry';
import type { Look } from './look-up';
import { trackEntry } from './track-entry';
import { findEntry } from './transaction-ledger';

/**
 * How often nodes are asked for a pending transaction: in its first minutes, with a known hash (`fresh`) or without
 * or with co-signers (`recent`), and later (`old`: a block time of Ethereum). `declined` if it wasn't sent, according to the wallet or the user.
 */
const TRACK_POLL_MS = { fresh: 1_000, recent: 4_000, old: 12_000, declined: 60_000 } as const;
const TRACK_RECENT_MS = 600_000;

/** Returns the time until the next look in ms: a block time or less while an outcome is likely. */
function pollTime(entry: LedgerEntry): number {
  const isRecent = Date.now() - waitingSince(entry) < TRACK_RECENT_MS;
  if (!findEntry(entry.id)) return isRecent ? TRACK_POLL_MS.old : TRACK_POLL_MS.declined;
  if (!isRecent || entry.status !== 'pending') return TRACK_POLL_MS.old;
  return entry.hash === null || awaitsCoSigners(entry) ? TRACK_POLL_MS.recent : TRACK_POLL_MS.fresh;
}

export type TrackEvents = {
  /** Called once the ledger has the outcome. */
  onOutcome: () => void;
  /** Called with the chain to which the wallet sent the transaction, if that isn't the requested one. */
  onWrongChain: (foundOn: number) => void;
  /** Called if the wallet sent a second transaction, with another nonce, instead of a replacement. */
  onSecond: (second: SentTransaction) => void;
};

/**
 * React hook that looks for a pending entry on chain until its outcome is known, and records what nodes show. It never
 * gives up: only the chain ends an entry.
 */
export function useTrackTransaction(entry: LedgerEntry, events: TrackEvents): void {
  const { id, chainId, sent } = entry;
  const config = useConfig();
  const queries = useQueryClient();
  const report = useEffectEvent((look: Look) => {
    for (const second of look.separate) events.onSecond(second);
    if (look.foundOn !== null) events.onWrongChain(look.foundOn);
    if (!look.outcome) return;
    events.onOutcome();
    void queries.invalidateQueries();
  });
  const wait = useEffectEvent(() => pollTime(entry));
  const isUndecided = isOpen(entry);
  const count = sent.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new transaction or chain is looked for at once
  useEffect(() => {
    if (!isUndecided) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = async () => {
      const look = await trackEntry(config, id);
      if (look) report(look);
      if (isCurrent) timer = setTimeout(() => void follow(), wait());
    };
    void follow();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isUndecided, id, chainId, count, config, queries]);
}
