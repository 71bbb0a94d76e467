import type { Hash } from 'viem';
import { isOpen, type LedgerEntry, type MinedBlock } from './ledger-entry';
import type { Look } from './look-up';
import { isTaken, type Outcome } from './outcome';
import { settledAmount } from './settled-amounts';
import { addSecond, changeOne, undecided } from './transaction-ledger';

/** Returns whether a transaction has decided others of all entries, so that it must not count again. */
function isCounted(entry: LedgerEntry, outcome: Outcome, all: readonly LedgerEntry[]): boolean {
  if (outcome.status === 'failed' && outcome.reason === 'cancelled') return false;
  const decided = all.filter(
    ({ id, status, reason, hash }) =>
      id !== entry.id && status !== 'pending' && reason !== 'cancelled' && hash === outcome.hash,
  );
  return isTaken(outcome, entry, decided);
}

/**
 * Records what nodes showed of an entry, unless it changed since: another tab may have recorded an outcome, or the user
 * may have replaced the transaction. Returns whether it was recorded.
 */
export function lookInLedger(before: LedgerEntry, look: Look): boolean {
  const { id } = before;
  const { outcome, sent, separate, isMissing, foundOn, note, searched, safe } = look;
  let isRecorded = false;
  const isUnchanged = (entry: LedgerEntry, all: readonly LedgerEntry[]) =>
    isOpen(entry) &&
    (entry.status === 'pending' || outcome?.isAltered === false) &&
    entry.sent.length === before.sent.length &&
    entry.chainId === before.chainId &&
    !(outcome && isCounted(entry, outcome, all));
  changeOne(id, (entry, all) => {
    if (!isUnchanged(entry, all)) return entry;
    isRecorded = true;
    const { missingSince = Date.now(), ...known } = entry;
    const { reason: _, isAltered: __, note: ___, receivedRaw: ____, ...rest } = known;
    if (foundOn !== null)
      return { ...rest, chainId: foundOn, requestedChainId: entry.requestedChainId ?? entry.chainId };
    const shown = {
      ...rest,
      sent,
      ...(note && !outcome && { note }),
      ...(searched && { searched }),
      ...(safe && { safe }),
      hash: outcome?.hash ?? sent.at(-1)?.hash ?? null,
    };
    if (!outcome) return isMissing ? { ...shown, missingSince } : shown;
    const { status, block, isAltered } = outcome;
    const received = outcome.status === 'confirmed' ? settledAmount(outcome, entry) : null;
    const reason = outcome.status === 'failed' ? { reason: outcome.reason } : {};
    return {
      ...shown,
      ...{ status, block, ...reason },
      ...(isAltered && { isAltered }),
      ...(received !== null && { receivedRaw: received.toString() }),
    };
  });
  if (isRecorded) for (const second of separate) addSecond(before, second);
  return isRecorded;
}

/**
 * Makes a transaction pending again, because a reorganization removed its block. Returns whether it changed: another tab
 * may have done the same.
 */
export function reopenInLedger(id: Hash, removed: MinedBlock): boolean {
  let isReopened = false;
  changeOne(id, (entry) => {
    if (entry.block?.hash !== removed.hash) return entry;
    isReopened = true;
    return { ...undecided(entry), reorganizedAt: Date.now() };
  });
  return isReopened;
}

/** Makes a transaction's outcome final, because no reorganization reaches its block anymore. */
export function finalizeInLedger(id: Hash): void {
  changeOne(id, (entry) => {
    const { block: _, ...final } = entry;
    return final;
  });
}
