import { type Address, type Hash, isAddressEqual, parseUnits } from 'viem';
import type { ActivityPage } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
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
/** Returns a coin's token on a chain. */
type CoinTokenOf = (chainId: number, coinId: number) => ActivityToken | undefined;

/** Returns a lookup of tokens by coin; reads each chain's list once. */
function byCoin(tokensOf: TokensOf): CoinTokenOf {
  const chains = new Map<number, ReadonlyMap<number | null, ActivityToken>>();
  return (chainId, coinId) => {
    const known =
      chains.get(chainId) ??
      // Reversed, because the first entry of a coin must win.
      new Map([...tokensOf(chainId).values()].reverse().map((token) => [token.coinId, token]));
    chains.set(chainId, known);
    return known.get(coinId);
  };
}

const recordKinds: Readonly<Record<ServerRecord['kind'], ActivityKind>> = {
  deposit: 'deposit',
  presale: 'contribute',
  pledge: 'pledge',
};

/** Kinds whose amount the account receives; every other kind sends its amount or moves nothing. */
const arriving: readonly string[] = [
  'unstake',
  'claim',
  'exit',
  'claimVested',
  'refund',
  'redeem',
  'exitEarly',
];

/** Kinds that move no token amount. */
const still: readonly string[] = ['approve', 'revoke', 'transferNft'];

/** Converts a server record to a row. */
function rowOfRecord(
  { kind, chainId, txHash, amount, coinId, at }: ServerRecord,
  tokenOf: CoinTokenOf,
): ActivityRow {
  const token = tokenOf(chainId, coinId);
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

/** Converts a ledger entry to a row with the intended amounts, which the chain has not confirmed yet. */
function rowOfEntry(entry: LedgerEntry, hash: Hash, tokensOf: TokensOf, tokenOf: CoinTokenOf): ActivityRow {
  const { chainId, kind, amountRaw, decimals, symbol, coinId, trade, status, createdAt, account, recipient } =
    entry;
  const tokens = tokensOf(chainId);
  const known = (address: Address | undefined, id: number) =>
    (address && tokens.get(address)) ?? tokenOf(chainId, id);
  const fallback: ActivityToken = { address: NATIVE_TOKEN, symbol, decimals, coinId };
  const isToSelf = kind === 'withdraw' && recipient !== undefined && isAddressEqual(recipient, account);
  const own: Move = {
    token: known(trade?.sold, coinId) ?? fallback,
    // The vault keeps the fee.
    amount: BigInt(amountRaw) - (isToSelf ? BigInt(entry.feeRaw ?? 0) : 0n),
  };
  const bought = trade && known(trade.bought, trade.coinId);
  const received = entry.receivedRaw;
  const isNothing = status === 'failed' || still.includes(kind) || own.amount === 0n;
  const isArriving = isToSelf || arriving.includes(kind);
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
    counterparty: (isToSelf ? entry.vault : recipient) ?? null,
    at: status === 'pending' ? null : createdAt,
    block: null,
    status: status === 'verified' ? 'confirmed' : status,
    isVerified: status === 'verified',
  };
}

/**
 * Merges the activity of the chains, the server, and this device, each transaction once, newest first. Chain data takes
 * precedence over the server's, and the server's over this device's, which records only what was intended.
 */
export function mergeActivity(
  {
    chain,
    records,
    entries,
  }: {
    chain: readonly ActivityRow[];
    records: readonly ServerRecord[];
    /** The account's own address. */
    entries: readonly LedgerEntry[];
  },
  tokensOf: TokensOf,
): ActivityRow[] {
  const tokenOf = byCoin(tokensOf);
  const rows = new Map<string, ActivityRow>();
  for (const row of chain) rows.set(rowKey(row), row);
  for (const record of records) {
    const row = rowOfRecord(record, tokenOf);
    const known = rows.get(rowKey(row));
    rows.set(rowKey(row), known ? { ...known, isVerified: true } : row);
  }
  for (const entry of entries) {
    // A batch without a known transaction is listed as pending.
    if (entry.hash === null) continue;
    const row = rowOfEntry(entry, entry.hash, tokensOf, tokenOf);
    const known = rows.get(rowKey(row));
    if (!known) rows.set(rowKey(row), row);
    // Contract events are more reliable than the intended action.
    else if (['send', 'receive', 'other'].includes(known.kind) && !still.includes(row.kind))
      rows.set(rowKey(row), { ...known, kind: row.kind === 'other' ? known.kind : row.kind });
  }
  return [...rows.values()].sort(byTime);
}
