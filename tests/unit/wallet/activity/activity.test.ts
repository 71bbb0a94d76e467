import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  getAddress,
  type Hash,
  pad,
  zeroAddress,
} from 'viem';
import type { ActivityPage } from '@/lib/api/types';
import { erc20AuthorizationAbi } from '@/lib/evm/abi/erc20-authorization';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { lookAlikeSymbol, tokenText } from '@/lib/evm/token-text';
import {
  accountEvents,
  approvalEvents,
  type MinedLog,
  transferEvents,
} from '@/lib/wallet/activity/activity-events';
import {
  type ActivityRow,
  type ActivityToken,
  activityKinds,
  counterpartyRole,
} from '@/lib/wallet/activity/activity-row';
import type { ActivityScope } from '@/lib/wallet/activity/activity-scope';
import {
  activityParams,
  filterActivity,
  isFiltered,
  readActivityFilter,
  searchText,
} from '@/lib/wallet/activity/filter-activity';
import { mergeActivity } from '@/lib/wallet/activity/merge-activity';
import { readActivity } from '@/lib/wallet/activity/read-activity';
import type { LedgerEntry } from '@/lib/wallet/transactions/ledger-entry';
import { anyRequest } from '../../../support/ledger-entry';

const address = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`);
const hashOf = (number: number): Hash => pad(`0x${number.toString(16)}`, { size: 32 });
const [account, friend, vault, wrapped, pool, forger] = ['a', 'f', '1', '2', '3', '9'].map(
  address,
) as Address[] & [Address, Address, Address, Address, Address, Address];
const eth: ActivityToken = { address: NATIVE_TOKEN, symbol: 'ETH', decimals: 18, coinId: 1 };
const usdt: ActivityToken = { address: address('5'), symbol: 'tUSDT', decimals: 6, coinId: 2 };
const weth: ActivityToken = { address: wrapped, symbol: 'WETH', decimals: 18, coinId: 4 };
const tokens = new Map([eth, usdt, weth].map((token) => [token.address, token]));
const place: ActivityScope = {
  ...{ chainId: 7, account, tokens, pools: new Set([pool]) },
  cards: new Set<number>(),
  contracts: new Map([
    ['vault_contract', vault],
    ['wrapped', wrapped],
    ['staking_contract', address('4')],
  ]),
};

let logIndex = 0;
function log(
  number: number,
  emitter: Address,
  eventName: string,
  args: Record<string, unknown>,
  data: readonly bigint[],
): MinedLog {
  logIndex += 1;
  const abi = [...accountEvents, ...transferEvents, ...approvalEvents] as Abi;
  return {
    address: emitter,
    topics: encodeEventTopics({ abi, eventName, args }) as MinedLog['topics'],
    data: encodeAbiParameters(
      data.map(() => ({ type: 'uint256' })),
      data,
    ),
    ...{ transactionHash: hashOf(number), blockNumber: BigInt(number), blockHash: hashOf(number), logIndex },
    ...{ transactionIndex: 0, removed: false, blockTimestamp: 1_000n + BigInt(number) },
  } as MinedLog;
}
const transfer = (number: number, token: Address, from: Address, to: Address, value: bigint) =>
  log(number, token, 'Transfer', { from, to }, [value]);
const rowsOf = (...logs: MinedLog[]) => readActivity(logs, place).map(({ row }) => row);

test('WAL-13 transfers are listed as received or sent, with counterparty and time', () => {
  expect(
    rowsOf(transfer(1, usdt.address, friend, account, 5n), transfer(2, usdt.address, account, friend, 3n)),
  ).toEqual([
    expect.objectContaining({
      kind: 'receive',
      in: [{ token: usdt, amount: 5n }],
      out: [],
      counterparty: friend,
      at: 1_001_000,
    }),
    expect.objectContaining({
      kind: 'send',
      out: [{ token: usdt, amount: 3n }],
      in: [],
      counterparty: friend,
    }),
  ]);
});

test('WAL-30 rows give the total change of what the account owns, including the vault, stakes, and pledges', () => {
  const [pledges, presale, cards] = [address('6'), address('7'), address('8')];
  const contracts = new Map([...place.contracts]);
  contracts.set('pledge_contract', pledges).set('presale_contract', presale).set('card_contract', cards);
  const event = (emitter: Address, name: string, to: Address | null, data: bigint[], more = {}) =>
    log(1, emitter, name, { owner: account, token: usdt.address, ...(to ? { to } : {}), ...more }, data);
  const paid = (from: Address, value: bigint) => transfer(1, usdt.address, from, account, value);
  const spent = (to: Address, value: bigint) => transfer(1, usdt.address, account, to, value);
  const pledge = { id: 1n };
  // Pledges name the recipient in the data.
  const padded = (to: Address, ...amounts: bigint[]) => [BigInt(to), ...amounts];
  /** Returns the total change of what the account owns. */
  const changeOf = (...logs: MinedLog[]) => {
    const [only] = readActivity(logs, { ...place, contracts });
    const sum = (moves: readonly { amount: bigint }[] = []) =>
      moves.reduce((total, { amount }) => total + amount, 0n);
    return sum(only?.row.in) - sum(only?.row.out) + sum(only?.row.held);
  };
  const staking = address('4');
  expect(changeOf(spent(vault, 7n), event(vault, 'Deposited', null, [7n]))).toBe(0n);
  expect(changeOf(event(vault, 'Deposited', null, [7n]))).toBe(7n);
  expect(changeOf(paid(vault, 5n), event(vault, 'Withdrawn', account, [7n, 2n]))).toBe(-2n);
  expect(changeOf(event(vault, 'Withdrawn', friend, [7n, 2n]))).toBe(-7n);
  expect(changeOf(spent(staking, 7n), event(staking, 'Staked', null, [7n]))).toBe(0n);
  const exit = [paid(staking, 7n), event(staking, 'Unstaked', account, [7n])];
  expect(changeOf(...exit, paid(staking, 1n), event(staking, 'RewardClaimed', account, [1n]))).toBe(1n);
  expect(changeOf(event(staking, 'RewardClaimed', friend, [1n]))).toBe(0n);
  expect(changeOf(event(staking, 'Unstaked', friend, [7n]))).toBe(-7n);
  const pledged = event(pledges, 'Pledged', null, [0n, 9n, 1n, 1n, 5n], pledge);
  expect(changeOf(spent(pledges, 9n), pledged)).toBe(0n);
  const redeemed = (to: Address) => event(pledges, 'Redeemed', null, padded(to, 9n, 1n), pledge);
  expect([changeOf(paid(pledges, 10n), redeemed(account)), changeOf(redeemed(friend))]).toEqual([1n, -9n]);
  const exited = (to: Address) => event(pledges, 'ExitedEarly', null, padded(to, 9n, 2n), pledge);
  expect([changeOf(paid(pledges, 7n), exited(account)), changeOf(exited(friend))]).toEqual([-2n, -9n]);
  // Card balances and presales count as spent.
  expect(changeOf(spent(cards, 7n), event(cards, 'ToppedUp', null, [7n]))).toBe(-7n);
  expect(changeOf(spent(presale, 7n), event(presale, 'Contributed', null, [7n, 3n]))).toBe(-7n);
  expect(changeOf(event(presale, 'TokensClaimed', friend, [7n]))).toBe(0n);
  expect(changeOf(spent(friend, 7n))).toBe(-7n);
});

test('REC-5 what an owner and a recovery address did is listed, by each contract that has recovery addresses', () => {
  const set = (number: number, emitter: Address, recoveryAddress: Address) =>
    log(number, emitter, 'RecoverySet', { owner: account, recoveryAddress }, [86_400n]);
  const staking = address('4');
  const named = { owner: account, recoveryAddress: friend };
  const rows = rowsOf(
    set(1, vault, friend),
    set(2, staking, friend),
    set(3, staking, zeroAddress),
    log(4, vault, 'RecoveryRequested', named, [9n]),
    log(5, vault, 'RecoveryVetoed', named, []),
    log(6, vault, 'BalanceRecovered', { owner: account, token: usdt.address, to: friend }, [7n]),
    log(7, staking, 'StakeRecovered', { owner: account, to: friend }, [7n, 1n]),
  );
  expect(rows.map(({ kind, counterparty }) => [kind, counterparty])).toEqual([
    ['setRecovery', vault],
    ['setRecovery', staking],
    ['removeRecovery', staking],
    ['requestRecovery', vault],
    ['vetoRecovery', vault],
    ['recover', friend],
    ['recover', friend],
  ]);
  expect(rows.at(-2)).toMatchObject({ out: [{ token: usdt, amount: 7n }], in: [], isToOther: true });
  expect(rows.at(-1)).toMatchObject({ out: [], in: [], isToOther: true });
});

test('REC-5 a recovery address gets the vault balance, and events of other accounts or contracts do not count', () => {
  const balance = (emitter: Address, owner: Address, to: Address) =>
    rowsOf(log(1, emitter, 'BalanceRecovered', { owner, token: usdt.address, to }, [7n]));
  expect(balance(vault, friend, account)).toMatchObject([
    { kind: 'recover', in: [{ token: usdt, amount: 7n }], out: [], counterparty: vault },
  ]);
  // Nothing else in the transaction hides it.
  const taken = { owner: friend, to: account };
  expect(
    rowsOf(
      log(2, vault, 'Deposited', { owner: account, token: usdt.address }, [1n]),
      log(2, address('4'), 'StakeRecovered', taken, [7n, 1n]),
    ),
  ).toMatchObject([{ kind: 'recover' }]);
  expect(balance(vault, friend, forger)).toEqual([]);
  expect(balance(forger, friend, account)).toEqual([]);
  expect(balance(address('4'), account, friend)).toEqual([]);
  const named = { owner: account, recoveryAddress: friend };
  expect(rowsOf(log(1, forger, 'RecoveryRequested', named, [9n]))).toEqual([]);
});

test('WAL-13 zero transfers, unlisted tokens and events from the wrong contract are not activity', () => {
  expect(rowsOf(transfer(1, usdt.address, account, friend, 0n))).toEqual([]);
  expect(rowsOf(transfer(1, address('8'), friend, account, 5n))).toEqual([]);
  expect(rowsOf(log(1, forger, 'Deposited', { owner: account, token: usdt.address }, [5n]))).toEqual([]);
  expect(rowsOf(log(1, vault, 'Staked', { owner: account, token: usdt.address }, [5n]))).toEqual([]);
  expect(rowsOf({ ...transfer(1, usdt.address, friend, account, 5n), removed: true })).toEqual([]);
  const forged = log(1, forger, 'Withdrawn', { owner: account, token: NATIVE_TOKEN, to: account }, [5n, 0n]);
  expect(rowsOf(forged, transfer(1, usdt.address, friend, account, 5n))).toMatchObject([{ kind: 'receive' }]);
});

test('WAL-13 a transaction is one row of its contract’s kind; tokens count once, the native currency by the event', () => {
  const own = { owner: account, token: NATIVE_TOKEN };
  expect(
    rowsOf(
      log(1, vault, 'Deposited', { owner: account, token: usdt.address }, [5n]),
      transfer(1, usdt.address, account, vault, 5n),
      log(2, vault, 'Deposited', own, [7n]),
      log(3, vault, 'Withdrawn', { ...own, to: account }, [7n, 2n]),
      log(4, vault, 'Withdrawn', { ...own, to: friend }, [7n, 2n]),
    ),
  ).toMatchObject([
    { kind: 'deposit', out: [{ token: usdt, amount: 5n }], in: [], counterparty: vault },
    { kind: 'deposit', out: [{ token: eth, amount: 7n }], in: [], counterparty: vault },
    { kind: 'withdraw', in: [{ token: eth, amount: 5n }], out: [], counterparty: vault },
    { kind: 'withdraw', out: [{ token: eth, amount: 7n }], in: [], counterparty: friend },
  ]);
});

test('WAL-13 a transfer between vault balances is listed on both sides, also from a batch that others submitted', () => {
  const moved = (number: number, owner: Address, to: Address, amount: bigint, emitter = vault) =>
    log(number, emitter, 'Transferred', { owner, token: usdt.address, to }, [amount, 0n]);
  expect(
    rowsOf(
      moved(1, account, friend, 5n),
      moved(1, friend, forger, 6n),
      moved(2, friend, account, 7n),
      moved(3, friend, account, 8n, forger),
    ),
  ).toMatchObject([
    {
      kind: 'sendBalance',
      out: [{ token: usdt, amount: 5n }],
      in: [],
      counterparty: friend,
      isToOther: true,
    },
    { kind: 'receiveBalance', out: [], in: [{ token: usdt, amount: 7n }], counterparty: friend },
  ]);
});

test('WAL-13 only the account’s own items of a relayed batch count, with their only counterparty', () => {
  const moved = (owner: Address, to: Address, amount: bigint) =>
    log(1, vault, 'Transferred', { owner, token: usdt.address, to }, [amount, 0n]);
  const others = Array.from({ length: 48 }, () => moved(friend, forger, 9n));
  const batch = [...others, moved(friend, account, 5n), ...others];
  expect(rowsOf(...others, transfer(1, usdt.address, friend, forger, 7n))).toEqual([]);
  const received = { kind: 'receiveBalance', in: [{ token: usdt, amount: 5n }], counterparty: friend };
  expect(rowsOf(...batch)).toMatchObject([received]);
  expect(rowsOf(...batch, moved(forger, account, 2n))).toMatchObject([
    { kind: 'receiveBalance', in: [{ token: usdt, amount: 7n }], counterparty: null },
  ]);
  expect(rowsOf(moved(friend, account, 5n), transfer(1, usdt.address, forger, account, 2n))).toMatchObject([
    { kind: 'receiveBalance', in: [{ token: usdt, amount: 7n }], counterparty: null },
  ]);
  expect(rowsOf(moved(account, friend, 1n), moved(account, forger, 2n))).toMatchObject([
    { kind: 'sendBalance', out: [{ token: usdt, amount: 3n }], counterparty: null, isToOther: true },
  ]);
  expect(rowsOf(...batch, moved(account, friend, 2n))).toMatchObject([
    { kind: 'other', in: [{ amount: 5n }], out: [{ amount: 2n }], counterparty: friend },
  ]);
});

test('WAL-13 a token paid in a batch keeps its counterparty among the transfers of others', () => {
  expect(
    rowsOf(transfer(1, usdt.address, friend, forger, 9n), transfer(1, usdt.address, friend, account, 5n)),
  ).toMatchObject([{ kind: 'receive', in: [{ token: usdt, amount: 5n }], counterparty: friend }]);
});

test('WAL-13 only the account’s own transfers of a relayed batch of signed transfers count (ERC-3009)', () => {
  const sent = (from: Address, to: Address, value: bigint) => [
    {
      ...transfer(1, usdt.address, from, to, value),
      topics: encodeEventTopics({
        abi: erc20AuthorizationAbi,
        eventName: 'AuthorizationUsed',
        args: { authorizer: from, nonce: hashOf(logIndex) },
      }) as MinedLog['topics'],
      data: '0x' as const,
    },
    transfer(1, usdt.address, from, to, value),
  ];
  const others = Array.from({ length: 24 }, () => sent(friend, forger, 9n)).flat();
  expect(rowsOf(...others)).toEqual([]);
  const out = (amount: bigint) => [{ token: usdt, amount }];
  expect(rowsOf(...others, ...sent(account, friend, 3n), ...others)).toMatchObject([
    { kind: 'send', out: out(3n), in: [], counterparty: friend },
  ]);
  expect(
    rowsOf(
      ...sent(account, friend, 3n),
      ...others,
      ...sent(account, friend, 4n),
      ...sent(account, forger, 5n),
    ),
  ).toMatchObject([{ kind: 'send', out: out(12n), in: [], counterparty: null }]);
  expect(rowsOf(...sent(friend, account, 3n), ...others, ...sent(forger, account, 4n))).toMatchObject([
    { kind: 'receive', out: [], in: out(7n), counterparty: null },
  ]);
  expect(rowsOf(...sent(account, forger, 3n), ...others, ...sent(friend, account, 4n))).toMatchObject([
    { kind: 'other', out: out(3n), in: out(4n) },
  ]);
});

test('WAL-13 unstaking and claiming rewards in one transaction is one exit; wrapping is a swap', () => {
  const pool4 = address('4');
  expect(
    rowsOf(
      log(1, pool4, 'Unstaked', { owner: account, token: usdt.address, to: account }, [5n]),
      transfer(1, usdt.address, pool4, account, 5n),
      log(1, pool4, 'RewardClaimed', { owner: account, token: weth.address, to: account }, [2n]),
      transfer(1, weth.address, pool4, account, 2n),
      log(2, wrapped, 'Deposit', { owner: account }, [9n]),
      log(3, wrapped, 'Withdrawal', { owner: account }, [9n]),
      // Some wrapped native tokens also log a transfer.
      transfer(3, wrapped, account, zeroAddress, 9n),
    ),
  ).toMatchObject([
    {
      kind: 'exit',
      in: [
        { token: usdt, amount: 5n },
        { token: weth, amount: 2n },
      ],
      out: [],
    },
    { kind: 'swap', out: [{ token: eth, amount: 9n }], in: [{ token: weth, amount: 9n }] },
    { kind: 'swap', out: [{ token: weth, amount: 9n }], in: [{ token: eth, amount: 9n }] },
  ]);
});

test('WAL-13 a payout to another account leaves the account, and that account is the counterparty', () => {
  const pool4 = address('4');
  expect(
    rowsOf(
      log(1, pool4, 'Unstaked', { owner: account, token: usdt.address, to: friend }, [5n]),
      transfer(1, usdt.address, pool4, friend, 5n),
    ),
  ).toMatchObject([{ kind: 'unstake', out: [{ token: usdt, amount: 5n }], in: [], counterparty: friend }]);
});

test('WAL-13 a transfer to an exchange pool may be a trade, a transfer to another address is not', () => {
  const [known, unknown] = readActivity(
    [transfer(1, usdt.address, account, pool, 5n), transfer(2, usdt.address, account, forger, 5n)],
    place,
  );
  expect([known?.isTrade, unknown?.isTrade]).toEqual([true, false]);
});

test('WAL-13 an allowance alone is an approval or a revocation, and belongs to the transfer that uses it', () => {
  const approve = (number: number, token: Address, owner: Address, amount: bigint) =>
    log(number, token, 'Approval', { owner, spender: vault }, [amount]);
  const rows = readActivity(
    [
      approve(1, usdt.address, account, 5n),
      approve(2, usdt.address, account, 0n),
      ...[transfer(3, usdt.address, account, friend, 5n), approve(3, usdt.address, account, 0n)],
      ...[approve(4, usdt.address, account, 5n), approve(4, weth.address, account, 6n)],
      ...[approve(5, forger, account, 5n), approve(6, usdt.address, friend, 5n)],
    ],
    place,
  ).map(({ row: { hash, kind, allowance, counterparty, out } }) => ({
    ...{ hash, kind, allowance, counterparty, sent: out.length },
  }));
  expect(rows).toEqual([
    ...[
      { kind: 'approve', allowance: { token: usdt, amount: 5n }, counterparty: vault, sent: 0 },
      { kind: 'revoke', allowance: { token: usdt, amount: 0n }, counterparty: vault, sent: 0 },
      { kind: 'send', allowance: null, counterparty: friend, sent: 1 },
      { kind: 'approve', allowance: null, counterparty: null, sent: 0 },
    ].map((found, index) => ({ hash: hashOf(index + 1), ...found })),
  ]);
});

const row = (number: number, change: Partial<ActivityRow> = {}): ActivityRow => ({
  ...{ chainId: 7, hash: hashOf(number), kind: 'receive', out: [], in: [], allowance: null },
  ...{
    counterparty: null,
    at: number * 1_000,
    block: BigInt(number),
    status: 'confirmed',
    isVerified: false,
    ...change,
  },
});
const entry = (number: number, change: Partial<LedgerEntry>): LedgerEntry => ({
  ...{ id: hashOf(number), hash: hashOf(number), chainId: 7, account, kind: 'deposit', status: 'pending' },
  ...{ request: anyRequest(account), sent: [] },
  ...{ coinId: 2, symbol: 'tUSDT', decimals: 6, amountRaw: '5', createdAt: number * 1_000, ...change },
});

test('WAL-13 chain, server and local records merge into one list: each transaction once, pending first, then newest', () => {
  const records: ActivityPage['list'] = [1, 9].map((number) => ({
    ...{ kind: 'deposit', chainId: 7, txHash: hashOf(number), status: 'credited', amount: '0.000005' },
    ...{ coinId: 2, confirmations: 3, at: new Date(number * 1_000).toISOString() },
  }));
  const merged = mergeActivity(
    {
      chain: [row(1, { kind: 'deposit' }), row(3), row(2, { kind: 'send' })],
      records,
      entries: [
        entry(1, { status: 'verified' }),
        entry(4, {}),
        entry(5, { status: 'failed', reason: 'reverted' }),
        entry(6, { kind: 'claim', status: 'confirmed' }),
      ],
    },
    () => tokens,
  );
  expect(merged.map(({ hash }) => Number(hash))).toEqual([4, 9, 6, 5, 3, 2, 1]);
  expect(merged).toMatchObject([
    { status: 'pending', out: [{ token: usdt, amount: 5n }], at: null },
    { kind: 'deposit', isVerified: true, out: [{ token: usdt, amount: 5n }], block: null },
    { kind: 'claim', in: [{ amount: 5n }], out: [] },
    { status: 'failed', out: [], in: [] },
    { kind: 'receive' },
    { kind: 'send' },
    { kind: 'deposit', isVerified: true, block: 1n },
  ]);
});

test('FREE-10 vault transfers that the server recorded are one row per transaction, and the chain’s row if it is known', () => {
  type Item = ActivityPage['list'][number];
  const record = (number: number, kind: Item['kind'], amount: string): Item => ({
    ...{ kind, chainId: 7, txHash: hashOf(number), status: 'credited', amount },
    ...{ coinId: 2, confirmations: 3, at: new Date(number * 1_000).toISOString() },
  });
  const records = [
    record(1, 'sendBalance', '0.000005'),
    record(2, 'receiveBalance', '0.000004'),
    record(3, 'sendBalance', '0.000005'),
    record(3, 'sendBalance', '0.000005'),
    record(4, 'sendBalance', '0.000003'),
    record(4, 'receiveBalance', '0.000007'),
  ];
  const known = row(1, { kind: 'sendBalance', counterparty: friend });
  const merged = mergeActivity({ chain: [known], records, entries: [] }, () => tokens);
  const move = (amount: bigint) => [{ token: usdt, amount }];
  expect(merged).toMatchObject([
    { hash: hashOf(4), kind: 'other', out: move(3n), in: move(7n), isVerified: true },
    { hash: hashOf(3), kind: 'sendBalance', out: move(10n), in: [], isVerified: true },
    { hash: hashOf(2), kind: 'receiveBalance', out: [], in: move(4n), isVerified: true },
    { ...known, isVerified: true },
  ]);
  expect(merged).toHaveLength(4);
});

test('WAL-13 filters are read from the URL and written back, and invalid values are dropped', () => {
  const read = (search: string) => readActivityFilter(new URLSearchParams(search));
  const search = 'kind=swap&chain=7&token=tUSDT&direction=in&from=2026-01-02&to=2026-01-31&search=0xab';
  expect(activityParams(read(search)).toString()).toBe(search);
  expect(isFiltered(read('kind=nothing&chain=x&direction=up&from=2026-13-99&to=yesterday'))).toBe(false);
  const at = Date.UTC(2026, 0, 31, 23, 59);
  const rows = [
    row(1, { at, kind: 'swap', in: [{ token: usdt, amount: 5n }], counterparty: friend }),
    row(2, { at: Date.UTC(2026, 1, 1), out: [{ token: eth, amount: 5n }], chainId: 8 }),
  ];
  const found = (query: string, timeZone = 'UTC') =>
    filterActivity(rows, read(query), (one) => searchText(one, [one.kind]), timeZone).map(({ hash }) =>
      Number(hash),
    );
  expect(found('')).toEqual([1, 2]);
  expect(found('to=2026-01-31')).toEqual([1]);
  expect(found('from=2026-02-01')).toEqual([2]);
  // The days are the user's: both transactions are on February 1 in Taipei, and on January 31 in New York.
  expect(found('from=2026-02-01&to=2026-02-01', 'Asia/Taipei')).toEqual([1, 2]);
  expect(found('to=2026-01-31', 'America/New_York')).toEqual([1, 2]);
  expect(found('from=2026-02-01', 'America/New_York')).toEqual([]);
  expect(found('chain=8')).toEqual([2]);
  expect(found('token=tUSDT')).toEqual([1]);
  expect(found('direction=out')).toEqual([2]);
  expect(found('kind=swap')).toEqual([1]);
  expect(found('search=SWAP')).toEqual([1]);
  expect(found(`search=${friend.slice(0, 12).toLowerCase()}`)).toEqual([1]);
  expect(found('search=nothing')).toEqual([]);
});

test('WAL-13 invisible characters are removed from token text, and look-alike symbols are detected', () => {
  expect(tokenText('US\u202EDT\u0000\u200B', 16)).toBe('USDT');
  expect(tokenText('x'.repeat(40), 16)).toBe(`${'x'.repeat(16)}…`);
  const listed = ['tUSDT', 'ETH', 'tTIDE'];
  for (const symbol of ['tUSDT', 'TUSDT', 'tUЅDT', 't-USDT', 'tU$DT', 'ＥＴＨ', 'EТH', 'tT1DE'])
    expect([symbol, lookAlikeSymbol(symbol, listed)]).not.toEqual([symbol, null]);
  for (const symbol of ['SHELL', '', '🌊']) expect(lookAlikeSymbol(symbol, listed)).toBeNull();
});

test('WAL-13 a withdrawal to oneself is received from the vault minus the fee, even before it is mined', () => {
  const withdrawal = { kind: 'withdraw', vault, feeRaw: '2' } as const;
  const merged = (recipient: Address) =>
    mergeActivity(
      { chain: [], records: [], entries: [entry(1, { ...withdrawal, recipient })] },
      () => tokens,
    );
  expect(merged(account)).toMatchObject([
    { in: [{ token: usdt, amount: 3n }], out: [], counterparty: vault, status: 'pending' },
  ]);
  expect(merged(friend)).toMatchObject([
    { in: [], out: [{ token: usdt, amount: 5n }], counterparty: friend, status: 'pending' },
  ]);
});

test.each([
  ['send', friend, 'toAddress'],
  ['deposit', vault, 'toAddress'],
  ['withdraw', friend, 'toAddress'],
  ['withdraw', account, 'fromAddress'],
  ['unstake', vault, 'fromAddress'],
] as const)('WAL-13 a failed %s, which moved nothing, keeps its direction', (kind, recipient, role) => {
  const [row] = mergeActivity(
    { chain: [], records: [], entries: [entry(1, { kind, recipient, vault, status: 'failed' })] },
    () => tokens,
  );
  if (!row) throw new Error('no row');
  expect(row).toMatchObject({ in: [], out: [], status: 'failed' });
  expect(counterpartyRole(row)).toBe(role);
});

test('WAL-13 the spender of an approval that failed is still its spender', () => {
  const failed = { kind: 'approve', spender: vault, token: usdt.address, status: 'failed' } as const;
  const [row] = mergeActivity({ chain: [], records: [], entries: [entry(1, failed)] }, () => tokens);
  if (!row) throw new Error('no row');
  expect(row).toMatchObject({ allowance: null, counterparty: vault });
  expect(counterpartyRole(row)).toBe('spender');
});

test('WAL-13 what a contract pays to another account is to that account', () => {
  for (const kind of activityKinds)
    expect(counterpartyRole({ kind, isToOther: true })).toBe(
      ['approve', 'revoke'].includes(kind) ? 'spender' : 'toAddress',
    );
});
