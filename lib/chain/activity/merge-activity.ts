import { type Address, type Hash, parseUnits } from 'viem';
import type { ActivityPage } from '@/lib/api/types';
import type { LedgerEntry } from '../ledger-entry';
import { NATIVE_TOKEN } from '../native-token';
import {
  type ActivityKind,
  type ActivityRow,
  type ActivityToken,
  activityKinds,
  byTime,
  type Move,
  rowKey,
} from './activity-row';

type ServerRecord = ActivityPage['list'][number];
type TokensOf = (chainId: number) => ReadonlyMap<Address, ActivityToken>;

const recordKinds: Readonly<Record<ServerRecord['kind'], ActivityKind>> = {
  deposit: 'deposit',
  presale: 'contribute',
  pledge: 'pledge',
};

/** What brings something to the account; all else that this device sends takes something from it, or nothing. */
const arriving: readonly string[] = [
  'unstake',
  'claim',
  'exit',
  'claimVested',
  'refund',
  'redeem',
  'exitEarly',
];

/** What moves no token that has an amount. */
const still: readonly string[] = ['approve', 'revoke', 'transferNft'];

/** A record of the server's as a row. */
function rowOfRecord(
  { kind, chainId, txHash, amount, coinId, at }: ServerRecord,
  tokensOf: TokensOf,
): ActivityRow {
  const token = [...tokensOf(chainId).values()].find((candidate) => candidate.coinId === coinId);
  return {
    chainId,
    hash: txHash,
    kind: recordKinds[kind],
    out: token ? [{ token, amount: parseUnits(amount, token.decimals) }] : [],
    in: [],
    counterparty: null,
    at: Date.parse(at),
    block: null,
    status: 'confirmed',
    isVerified: true,
  };
}

const kindOfEntry = ({ kind }: LedgerEntry): ActivityKind =>
  activityKinds.find((known) => known === kind) ?? 'other';

/** What was sent from this device as a row: what was meant, for the chain has yet to tell, or tells nothing of it. */
function rowOfEntry(entry: LedgerEntry, hash: Hash, tokensOf: TokensOf): ActivityRow {
  const { chainId, kind, amountRaw, decimals, symbol, coinId, trade, status, createdAt, recipient } = entry;
  const tokens = tokensOf(chainId);
  const known = (address: Address | undefined, id: number) =>
    (address && tokens.get(address)) ?? [...tokens.values()].find((token) => token.coinId === id);
  const fallback: ActivityToken = { address: NATIVE_TOKEN, symbol, decimals, coinId };
  const own: Move = { token: known(trade?.sold, coinId) ?? fallback, amount: BigInt(amountRaw) };
  const bought = trade && known(trade.bought, trade.coinId);
  const received = entry.receivedRaw;
  const isNothing = status === 'failed' || still.includes(kind) || own.amount === 0n;
  const isArriving = arriving.includes(kind);
  return {
    chainId,
    hash,
    kind: kindOfEntry(entry),
    out: isNothing || isArriving ? [] : [own],
    in: isNothing
      ? []
      : isArriving
        ? [own]
        : bought && received
          ? [{ token: bought, amount: BigInt(received) }]
          : [],
    counterparty: recipient ?? null,
    at: status === 'pending' ? null : createdAt,
    block: null,
    status: status === 'verified' ? 'confirmed' : status,
    isVerified: status === 'verified',
  };
}

/**
 * One list of what the chains, the server and this device tell, each transaction once and the latest first. The chain is
 * believed first, then the server; what the device knows is what was meant.
 */
export function mergeActivity(
  {
    chain,
    records,
    entries,
  }: {
    chain: readonly ActivityRow[];
    records: readonly ServerRecord[];
    /** The account's own. */
    entries: readonly LedgerEntry[];
  },
  tokensOf: TokensOf,
): ActivityRow[] {
  const rows = new Map<string, ActivityRow>();
  for (const row of chain) rows.set(rowKey(row), row);
  for (const record of records) {
    const row = rowOfRecord(record, tokensOf);
    const known = rows.get(rowKey(row));
    rows.set(rowKey(row), known ? { ...known, isVerified: true } : row);
  }
  for (const entry of entries) {
    // A batch whose wallet has not told its transaction yet is listed as under way.
    if (entry.hash === null) continue;
    const row = rowOfEntry(entry, entry.hash, tokensOf);
    const known = rows.get(rowKey(row));
    if (!known) rows.set(rowKey(row), row);
    // What a contract or a pool says of itself is surer than what was meant.
    else if (['send', 'receive', 'other'].includes(known.kind) && !still.includes(row.kind))
      rows.set(rowKey(row), { ...known, kind: row.kind === 'other' ? known.kind : row.kind });
  }
  return [...rows.values()].sort(byTime);
}
