import type { Hash } from 'viem';
import type { Config } from 'wagmi';
import { DECLINED_KEPT_MS, isOpen, type LedgerEntry } from './ledger-entry';
import { lookInLedger } from './ledger-looks';
import { type Look, lookUp } from './look-up';
import type { Taken } from './outcome';
import { findEntry, forgetDeclined, restoreInLedger, useDeclined, useLedger } from './transaction-ledger';

/**
 * Returns the transactions of other entries, which can't be this entry's as well. If a wallet returned the same hash twice,
 * it belongs to the older entry, and rather to one of the ledger than to a declined one. Their order counts, because the
 * device's clock can be set back.
 */
function takenBy({ id }: LedgerEntry): Taken {
  const { entries } = useLedger.getState();
  const own = entries.findIndex((entry) => entry.id === id);
  const others = entries.flatMap((entry, index) => {
    if (index === own) return [];
    const isOlder = own < 0 || index < own || entry.status !== 'pending';
    return entry.sent.map(({ hash }) => ({ hash, entry, isOlder }));
  });
  return (hash) => others.filter((other) => other.hash === hash);
}

/** Returns whether an undecided entry makes the same call, so that it takes what is found before a declined one. */
const isBehind = ({ chainId, account, request }: LedgerEntry) =>
  useLedger
    .getState()
    .entries.some(
      (other) =>
        other.status === 'pending' &&
        other.chainId === chainId &&
        other.account === account &&
        other.request.call === request.call,
    );

const isShown = ({ outcome, isMissing, sent }: Look) => outcome !== null || (!isMissing && sent.length > 0);

/**
 * Looks for an entry on chain, and records what nodes show: also of an entry that was not sent, according to the wallet or
 * the user. Returns the look, or null if the entry changed meanwhile, or another one takes what is found.
 * @throws if the node doesn't answer.
 */
export async function lookForEntry(config: Config, id: Hash): Promise<Look | null> {
  const declined = useDeclined.getState().entries.find((entry) => entry.id === id);
  const entry = findEntry(id) ?? declined;
  if (!entry || !isOpen(entry)) return null;
  if (declined && isBehind(declined)) return null;
  const look = await lookUp(config, entry, takenBy(entry));
  if (entry === declined) {
    if (!isShown(look)) return look;
    restoreInLedger(id);
  }
  return lookInLedger(entry, look) ? look : null;
}

/** Like `lookForEntry`, but resolves to null if the node doesn't answer. Ends the search for an old declined entry. */
export async function trackEntry(config: Config, id: Hash): Promise<Look | null> {
  const declined = useDeclined.getState().entries.find((entry) => entry.id === id);
  try {
    const look = await lookForEntry(config, id);
    // One that the user hid is kept: the page promised that it returns.
    const isOld = declined && !declined.isHidden && Date.now() - declined.createdAt > DECLINED_KEPT_MS;
    if (isOld && look && look.failure === undefined) forgetDeclined(id);
    return look;
  } catch {
    // The node didn't answer, which the page reports already. The next look asks again.
    return null;
  }
}
