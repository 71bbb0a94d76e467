import { type Address, getAddress, isAddressEqual, parseEventLogs, zeroAddress } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { groupBy } from '@/lib/group-by';
import { cardStatus } from '@/lib/wallet/transactions/effect-events';
import { isRecoveryKind } from '@/lib/wallet/transactions/transaction-kinds';
import { type AccountEventName, allEvents, loggedBy, type MinedLog, transferEvents } from './activity-events';
import type { ActivityKind, ActivityRow, Move } from './activity-row';
import type { ActivityScope } from './activity-scope';
import { type ApprovalLog, readAllowance, readApprovals } from './read-allowance';

const kindOf: Readonly<Record<AccountEventName, ActivityKind>> = {
  Deposited: 'deposit',
  Withdrawn: 'withdraw',
  Transferred: 'sendBalance',
  Staked: 'stake',
  Unstaked: 'unstake',
  RewardClaimed: 'claim',
  Contributed: 'contribute',
  TokensClaimed: 'claimVested',
  Refunded: 'refund',
  Pledged: 'pledge',
  Redeemed: 'redeem',
  ExitedEarly: 'exitEarly',
  RecoverySet: 'setRecovery',
  RecoveryRequested: 'requestRecovery',
  RecoveryVetoed: 'vetoRecovery',
  BalanceRecovered: 'recover',
  StakeRecovered: 'recover',
  PledgeRecovered: 'recover',
  ContributionRecovered: 'recover',
  AccountRecovered: 'recover',
  ToppedUp: 'topUpCard',
  WithdrawalRequested: 'requestCardWithdrawal',
  WithdrawalCanceled: 'cancelCardWithdrawal',
  SettledFunded: 'payCardOwed',
  CardOpened: 'openCard',
  LimitsSet: 'setCardLimits',
  StatusSet: 'freezeCard',
  HoldExpired: 'releaseCardHold',
  Deposit: 'swap',
  Withdrawal: 'swap',
};

type Side = 'in' | 'out';
type Found = { side: Side; token: Address; amount: bigint };

/** Parses the account's events, ignoring events from unexpected contracts. */
function readEvents(logs: MinedLog[], { account, contracts, cards }: ActivityScope) {
  return parseEventLogs({ abi: allEvents, logs, strict: true }).filter(({ address, eventName, args }) => {
    const places = loggedBy[eventName].flatMap((name) => contracts.get(name) ?? []);
    if (!places.some((place) => isAddressEqual(place, address))) return false;
    if (!('owner' in args)) return cards.has(args.card);
    if (isAddressEqual(args.owner, account)) return true;
    // A transfer of a vault balance, and a recovery, belong to both of their accounts.
    if (eventName !== 'Transferred' && !isRecoveryKind(kindOf[eventName])) return false;
    const other = 'recoveryAddress' in args ? args.recoveryAddress : 'to' in args ? args.to : null;
    return other !== null && isAddressEqual(other, account);
  });
}

type AccountEvent = ReturnType<typeof readEvents>[number];

/** Returns whether another account's vault balance was credited to the account. */
const isReceived = ({ eventName, args }: AccountEvent, account: Address): boolean =>
  eventName === 'Transferred' && isAddressEqual(args.to, account);

/** Returns the kind of a transaction with an event. A recovery address that is removed is set to the zero address. */
function kindOfEvent(event: AccountEvent, account: Address): ActivityKind {
  if (isReceived(event, account)) return 'receiveBalance';
  const { eventName, args } = event;
  if (eventName === 'RecoverySet' && args.recoveryAddress === zeroAddress) return 'removeRecovery';
  if (eventName === 'Withdrawn' && 'leaving' in args) return 'withdrawCard';
  if (eventName === 'StatusSet' && args.status === cardStatus.active) return 'unfreezeCard';
  if (eventName === 'StatusSet' && args.status === cardStatus.closed) return 'closeCard';
  return kindOf[eventName];
}

/** Parses the transfers of known tokens. */
function readTransfers(logs: MinedLog[], { tokens }: ActivityScope) {
  return parseEventLogs({ abi: transferEvents, logs, strict: true }).filter(
    ({ address, args }) => tokens.has(getAddress(address)) && args.value > 0n,
  );
}

type Transfer = ReturnType<typeof readTransfers>[number];

/** Returns the recipient of a payout, or null if the event is no payout. */
const recipientOf = ({ args }: AccountEvent): Address | null => ('to' in args ? args.to : null);

/** Returns the amount that a payout debited from the account. */
function debitedAmount({ eventName, args }: AccountEvent): bigint {
  if (eventName === 'Redeemed') return args.amount + args.interest;
  if (eventName === 'ExitedEarly') return args.amount - args.penalty;
  return 'amount' in args ? args.amount : 0n;
}

/** Returns transfers that don't appear in token events: native currency, vault balances, and payouts to other accounts. */
function movesOf(event: AccountEvent, account: Address): Found[] {
  const { eventName, args } = event;
  if (eventName === 'Deposit') return [{ side: 'out', token: NATIVE_TOKEN, amount: args.amount }];
  if (eventName === 'Withdrawal') return [{ side: 'in', token: NATIVE_TOKEN, amount: args.amount }];
  if (eventName === 'BalanceRecovered' || eventName === 'AccountRecovered')
    return [
      { side: isAddressEqual(args.to, account) ? 'in' : 'out', token: args.token, amount: args.amount },
    ];
  // Other recoveries, and settings of cards, move no token.
  if (!('token' in args) || !('amount' in args)) return [];
  const { token, amount } = args;
  const isNative = token === NATIVE_TOKEN;
  const recipient = recipientOf(event);
  if (recipient !== null && !isAddressEqual(recipient, account))
    return [{ side: 'out', token, amount: debitedAmount(event) }];
  if (isReceived(event, account)) return [{ side: 'in', token, amount }];
  if (!isNative) return [];
  if (eventName === 'Withdrawn' && 'fee' in args) return [{ side: 'in', token, amount: amount - args.fee }];
  if (eventName === 'Deposited' || eventName === 'Contributed') return [{ side: 'out', token, amount }];
  if (eventName === 'Refunded') return [{ side: 'in', token, amount }];
  return [];
}

/** Events that raise or lower what the account owns in the vault, stakes, and pledges. */
const heldMore: readonly AccountEventName[] = ['Deposited', 'Staked', 'Pledged'];
const heldLess: readonly AccountEventName[] = ['Withdrawn', 'Unstaked', 'Redeemed', 'ExitedEarly'];

/**
 * Returns the amounts of `held`. With them, a deposit's total is zero, and a payout's is its interest, fee, or penalty. Card balances, contributions, and rewards aren't counted as owned.
 */
function heldOf(event: AccountEvent, account: Address): { token: Address; amount: bigint }[] {
  const { eventName, args } = event;
  if (!('token' in args) || !('amount' in args) || eventName === 'Transferred') return [];
  if (heldMore.includes(eventName)) return [{ token: args.token, amount: args.amount }];
  const recipient = recipientOf(event);
  if (recipient === null || isRecoveryKind(kindOf[eventName])) return [];
  const isOwned = heldLess.includes(eventName) && !('leaving' in args);
  const debited = isAddressEqual(recipient, account) ? 0n : debitedAmount(event);
  return [{ token: args.token, amount: debited - (isOwned ? args.amount : 0n) }];
}

/** Returns the amount of the only withdrawal request. */
function requestedOf(
  events: readonly AccountEvent[],
  tokens: ActivityScope['tokens'],
): Pick<ActivityRow, 'requested'> {
  const [request, ...more] = events.flatMap(({ eventName, args }) =>
    eventName === 'WithdrawalRequested' ? args : [],
  );
  const token = request && tokens.get(getAddress(request.token));
  return token && more.length === 0 ? { requested: { token, amount: request.amount } } : {};
}

/** Returns the wrapped tokens gained by wrapping or lost by unwrapping, if their contract emits no `Transfer` event. */
function wrappedMoves(events: readonly AccountEvent[], transfers: readonly Found[]): Found[] {
  return events.flatMap(({ eventName, address, args }): Found[] => {
    const isOwn = eventName === 'Deposit' || eventName === 'Withdrawal';
    const token = getAddress(address);
    if (!isOwn || transfers.some((found) => found.token === token)) return [];
    return [{ side: eventName === 'Deposit' ? 'in' : 'out', token, amount: args.amount }];
  });
}

/** Sums amounts by token, excluding unknown tokens and zero amounts. */
function sumOf(found: readonly Pick<Found, 'token' | 'amount'>[], tokens: ActivityScope['tokens']): Move[] {
  const sums = new Map<Address, bigint>();
  for (const { token, amount } of found) sums.set(token, (sums.get(token) ?? 0n) + amount);
  return [...sums].flatMap(([address, amount]) => {
    const token = tokens.get(address);
    return token && amount !== 0n ? [{ token, amount }] : [];
  });
}

function kindOfAll(kinds: readonly ActivityKind[], sides: { out: Move[]; in: Move[] }): ActivityKind {
  // A recovery also moves amounts that its events don't show, so its kind takes precedence.
  if (kinds.includes('recover')) return 'recover';
  if (kinds.includes('unstake') && kinds.includes('claim')) return 'exit';
  // A batch can have transfers of vault balances in both directions.
  if (kinds.includes('sendBalance') && kinds.includes('receiveBalance')) return 'other';
  const [first] = kinds;
  if (first) return first;
  if (sides.in.length > 0 && sides.out.length > 0) return 'other';
  return sides.in.length > 0 ? 'receive' : 'send';
}

/**
 * Returns the counterparty of a transaction: the only other account of transfers between vault balances, the recipient of
 * a payout if it is another account, the platform contract if exactly one emitted events, or the only counterparty of all transfers. It is null otherwise.
 */
function counterpartyOf(
  events: readonly AccountEvent[],
  parties: readonly Address[],
  account: Address,
): Pick<ActivityRow, 'counterparty' | 'isToOther'> {
  const balances = events.filter(({ eventName }) => eventName === 'Transferred');
  if (balances.length > 0 && balances.length === events.length) {
    const others = balances.map((event) =>
      isReceived(event, account) && 'owner' in event.args ? event.args.owner : recipientOf(event),
    );
    // Transfers between wallets in the same transaction can be of other accounts.
    const [only = null, ...more] = new Set(
      [...others, ...parties].map((other) => other && getAddress(other)),
    );
    const isSent = !balances.some((event) => isReceived(event, account));
    return { counterparty: more.length === 0 ? only : null, ...(isSent ? { isToOther: true } : {}) };
  }
  const paid = events.map(recipientOf).find((recipient) => recipient && !isAddressEqual(recipient, account));
  if (paid) return { counterparty: paid, isToOther: true };
  // Wrapping is shown as a swap, which has no counterparty.
  const places = events.flatMap(({ eventName, address }) =>
    loggedBy[eventName].includes('wrapped') ? [] : [getAddress(address)],
  );
  const [party, ...others] = new Set(events.length > 0 ? places : parties);
  return { counterparty: others.length === 0 ? (party ?? null) : null };
}

/** A transaction parsed from its logs, and whether it transferred tokens to or from a pool. */
export type LoggedRow = { row: ActivityRow; isTrade: boolean };

/**
 * Parses one transaction from its logs. Returns null if the logs contain no events, transfers, or allowances of the
 * account.
 */
function readOne(
  first: MinedLog | undefined,
  events: readonly AccountEvent[],
  transfers: readonly Transfer[],
  approvals: readonly ApprovalLog[],
  scope: ActivityScope,
): LoggedRow | null {
  const { account, chainId, pools } = scope;
  if (!first) return null;
  const mined = {
    chainId,
    hash: first.transactionHash,
    at: first.blockTimestamp ? Number(first.blockTimestamp) * 1_000 : null,
    block: first.blockNumber,
    status: 'confirmed' as const,
    isVerified: false,
  };
  const moved = transfers.flatMap(({ address, args }): Found[] => {
    const found = { token: getAddress(address), amount: args.value };
    return [
      ...(isAddressEqual(args.from, account) ? [{ side: 'out' as const, ...found }] : []),
      ...(isAddressEqual(args.to, account) ? [{ side: 'in' as const, ...found }] : []),
    ];
  });
  const found = [
    ...moved,
    ...wrappedMoves(events, moved),
    ...events.flatMap((event) => movesOf(event, account)),
  ];
  if (events.length === 0 && moved.length === 0) {
    const allowance = readAllowance(approvals, scope);
    return allowance && { isTrade: false, row: { ...mined, in: [], out: [], ...allowance } };
  }
  const sumOfSide = (side: Side) =>
    sumOf(
      found.filter((one) => one.side === side),
      scope.tokens,
    );
  const sides = { out: sumOfSide('out'), in: sumOfSide('in') };
  const held = sumOf(
    events.flatMap((event) => heldOf(event, account)),
    scope.tokens,
  );
  // A relayed batch also has the transfers of others, which have other counterparties.
  const others = transfers.flatMap(({ args }) => {
    if (isAddressEqual(args.from, account)) return args.to;
    return isAddressEqual(args.to, account) ? args.from : [];
  });
  return {
    isTrade: events.length === 0 && others.some((address) => pools.has(address)),
    row: {
      ...mined,
      kind: kindOfAll(
        events.map((event) => kindOfEvent(event, account)),
        sides,
      ),
      ...sides,
      ...(held.length > 0 ? { held } : {}),
      allowance: null,
      ...requestedOf(events, scope.tokens),
      ...counterpartyOf(events, others, account),
    },
  };
}

const groupByHash = <Item extends { transactionHash: string | null }>(items: readonly Item[]) =>
  groupBy(items, ({ transactionHash }) => transactionHash);

/** Groups logs by transaction, in order. */
export function byTransaction(logs: readonly MinedLog[]): MinedLog[][] {
  const mined = logs.filter(({ transactionHash, removed }) => transactionHash !== null && !removed);
  return [...groupByHash(mined).values()].map((own) =>
    own.sort((one, other) => one.logIndex - other.logIndex),
  );
}

/**
 * Converts logs into one row per transaction of the account. All logs are parsed together, because each
 * `parseEventLogs` call hashes the event selectors again.
 */
export function readTransactions(transactions: readonly MinedLog[][], place: ActivityScope): LoggedRow[] {
  const logs = transactions.flat();
  const events = groupByHash(readEvents(logs, place));
  const transfers = groupByHash(readTransfers(logs, place));
  const approvals = groupByHash(readApprovals(logs, place));
  return transactions.flatMap(([first]) => {
    const hash = first?.transactionHash ?? null;
    return (
      readOne(first, events.get(hash) ?? [], transfers.get(hash) ?? [], approvals.get(hash) ?? [], place) ??
      []
    );
  });
}

/** Groups logs by transaction and converts them into one row per transaction of the account. */
export const readActivity = (logs: readonly MinedLog[], place: ActivityScope): LoggedRow[] =>
  readTransactions(byTransaction(logs), place);
