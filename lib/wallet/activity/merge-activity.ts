import { type Address, type Hash, isAddressEqual, parseUnits } from 'viem';
import type { ActivityPage } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { groupBy } from '@/lib/group-by';
import { explorerHash, type LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { isCardKind, isRecoveryKind } from '@/lib/wallet/transactions/transaction-kinds';
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
type CoinTokenOf = (chainId: number, coinId: number) => ActivityToken | undefined;

/** Returns a function that looks up tokens by coin. The function indexes each chain's tokens only once. */
function byCoin(tokensOf: TokensOf): CoinTokenOf {
  const chains = new Map<number, ReadonlyMap<number | null, ActivityToken>>();
  return (chainId, coinId) => {
    const known =
      chains.get(chainId) ??
      // Reversed, so that the first token of each coin takes precedence.
      new Map([...tokensOf(chainId).values()].reverse().map((token) => [token.coinId, token]));
    chains.set(chainId, known);
    return known.get(coinId);
  };
}

const recordKinds: Readonly<Record<ServerRecord['kind'], ActivityKind>> = {
  deposit: 'deposit',
  presale: 'contribute',
  pledge: 'pledge',
  sendBalance: 'sendBalance',
  receiveBalance: 'receiveBalance',
};

/** Kinds whose amount the account receives. All other kinds send an amount or transfer nothing. */
const arriving: readonly string[] = [
  'unstake',
  'claim',
  'exit',
  'claimVested',
  'refund',
  'redeem',
  'exitEarly',
  'withdrawCard',
  'withdrawCardNow',
];

/** Card actions that transfer an amount. */
const movesCard: readonly string[] = ['topUpCard', 'withdrawCard', 'withdrawCardNow', 'payCardOwed'];

/** Kinds that don't transfer a token amount. */
const isStill = (kind: string): boolean =>
  ['approve', 'revoke', 'transferNft', 'cancelNonce'].includes(kind) ||
  isRecoveryKind(kind) ||
  (isCardKind(kind) && !movesCard.includes(kind));

/** Sums the amounts of records by token, excluding those whose coin isn't listed. */
function sumOfRecords(records: readonly ServerRecord[], tokenOf: CoinTokenOf): Move[] {
  const sums = new Map<ActivityToken, bigint>();
  for (const { chainId, coinId, amount } of records) {
    const token = tokenOf(chainId, coinId);
    if (token) sums.set(token, (sums.get(token) ?? 0n) + parseUnits(amount, token.decimals));
  }
  return [...sums].map(([token, amount]) => ({ token, amount }));
}

/** Converts the records of one transaction, which can have several, to a row. */
function rowOfRecords(
  [first, ...more]: readonly [ServerRecord, ...ServerRecord[]],
  tokenOf: CoinTokenOf,
): ActivityRow {
  const { kind, chainId, txHash, at } = first;
  const records = [first, ...more];
  return {
    chainId,
    hash: txHash,
    kind: more.every((record) => record.kind === kind) ? recordKinds[kind] : 'other',
    out: sumOfRecords(
      records.filter((record) => record.kind !== 'receiveBalance'),
      tokenOf,
    ),
    in: sumOfRecords(
      records.filter((record) => record.kind === 'receiveBalance'),
      tokenOf,
    ),
    allowance: null,
    counterparty: null,
    at: Date.parse(at),
    block: null,
    status: 'confirmed',
    isVerified: true,
  };
}

const kindOfEntry = ({ kind }: LedgerEntry): ActivityKind =>
  kind === 'withdrawCardNow' ? 'withdrawCard' : (activityKinds.find((known) => known === kind) ?? 'other');

/** Converts a ledger entry to a row. The amounts are what the user intended, not what the chain reports. */
function rowOfEntry(entry: LedgerEntry, hash: Hash, tokensOf: TokensOf, tokenOf: CoinTokenOf): ActivityRow {
  const { chainId, kind, amountRaw, decimals, symbol, coinId, trade, status, createdAt, account, recipient } =
    entry;
  const { spender, token: approved } = entry;
  const tokens = tokensOf(chainId);
  const known = (address: Address | undefined, id: number) =>
    (address && tokens.get(address)) ?? tokenOf(chainId, id);
  const fallback: ActivityToken = { address: NATIVE_TOKEN, symbol, decimals, coinId };
  const isToSelf = kind === 'withdraw' && recipient !== undefined && isAddressEqual(recipient, account);
  const isArriving = isToSelf || arriving.includes(kind);
  const received = entry.receivedRaw;
  const own: Move = {
    token: known(trade?.sold, coinId) ?? fallback,
    // The vault keeps its fee, so the account receives less.
    amount:
      isArriving && received !== undefined
        ? BigInt(received)
        : BigInt(amountRaw) - (isToSelf ? BigInt(entry.feeRaw ?? 0) : 0n),
  };
  const bought = trade && known(trade.bought, trade.coinId);
  const isNothing =
    status === 'failed' ||
    entry.isAltered === true ||
    isStill(kind) ||
    own.amount === 0n ||
    (kind === 'send' && received === '0');
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
    allowance:
      spender && status !== 'failed'
        ? {
            token: known(approved, coinId) ?? fallback,
            amount: BigInt(kind === 'approve' ? (received ?? amountRaw) : amountRaw),
          }
        : null,
    ...(kind === 'requestCardWithdrawal' && status !== 'failed' ? { requested: own } : {}),
    counterparty: spender ?? (isToSelf ? entry.vault : recipient) ?? null,
    ...(kind === 'withdraw' && !isToSelf ? { isToOther: true } : {}),
    at: status === 'pending' ? null : createdAt,
    block: null,
    status: status === 'verified' ? 'confirmed' : status,
    isVerified: status === 'verified',
  };
}

/**
 * Merges activity into one row per transaction, newest first. Chain data takes precedence over server data. Both take
 * precedence over this device's ledger, which records only the user's intent.
 */
export function mergeActivity(
  {
    chain,
    records,
    entries,
  }: {
    chain: readonly ActivityRow[];
    records: readonly ServerRecord[];
    entries: readonly LedgerEntry[];
  },
  tokensOf: TokensOf,
): ActivityRow[] {
  const tokenOf = byCoin(tokensOf);
  const rows = new Map<string, ActivityRow>();
  for (const row of chain) rows.set(rowKey(row), row);
  const byTransaction = groupBy(records, ({ chainId, txHash }) => rowKey({ chainId, hash: txHash }));
  for (const own of byTransaction.values()) {
    const row = rowOfRecords(own, tokenOf);
    const known = rows.get(rowKey(row));
    rows.set(rowKey(row), known ? { ...known, isVerified: true } : row);
  }
  // A canceled entry shows the transaction that took its nonce, which may be another entry's.
  const isCancelled = ({ reason }: LedgerEntry) => reason === 'cancelled';
  const ordered = [
    ...entries.filter((entry) => !isCancelled(entry)),
    ...entries.filter((entry) => isCancelled(entry)),
  ];
  for (const entry of ordered) {
    // A batch, or a contract account's request, has no row until its transaction is known.
    const hash = explorerHash(entry);
    if (hash === null) continue;
    const row = rowOfEntry(entry, hash, tokensOf, tokenOf);
    const known = rows.get(rowKey(row));
    if (!known) rows.set(rowKey(row), row);
    // A kind derived from a contract event is more reliable than the user's intent, so only generic kinds are replaced.
    // Until the chain confirms an entry, its hash is only what a wallet returned, or what took its nonce.
    else if (
      row.status === 'confirmed' &&
      ['send', 'receive', 'other'].includes(known.kind) &&
      !isStill(row.kind)
    )
      rows.set(rowKey(row), {
        ...known,
        kind: row.kind === 'other' ? known.kind : row.kind,
        // A token with a fee also pays its collector, so the logs alone name no single recipient.
        counterparty:
          known.counterparty ?? (entry.kind === 'send' && !entry.isAltered ? row.counterparty : null),
      });
  }
  return [...rows.values()].sort(byTime);
}
