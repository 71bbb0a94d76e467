import { type Hex, keccak256, stringToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { applyAuthorization, applyFact } from '@/lib/server/card/ledger/apply-fact';
import { requestWithdrawNow } from '@/lib/server/card/withdraw-now';
import {
  type CardChain,
  type ChainCard,
  callAs,
  chainAccount,
  entriesMatch,
  openCard,
  outcomes,
  purchase,
  queueOperation,
  startCardChain,
  startRoleHere,
  storedAccount,
  topUp,
  usd,
} from '../../support/card-chain';
import { authorizationOf, reportingIssuer, transactionOf } from '../../support/card-facts';
import { until } from '../../support/until';

/** More than the depth at which blocks count as settled. */
const SETTLING_BLOCKS = 66;

/** What is applied with it needs nothing of the issuer. */
const NO_ISSUER = reportingIssuer(authorizationOf('closed', 0));

let world: CardChain;
let stopRole = async () => {};

beforeAll(async () => {
  world = await startCardChain();
});
beforeEach(async () => {
  stopRole = await startRoleHere(world);
});
afterEach(() => stopRole());
afterAll(() => world.stop());

let named = 0;
const newId = (): Hex => {
  named += 1;
  return keccak256(stringToHex(`trouble ${named}`));
};
const hold = (card: ChainCard, id: Hex, amount: bigint) =>
  queueOperation(world, card, { kind: 'hold', id, amount });
const withdrawalOf = async (id: number) => {
  const [row] = await world.query<{
    state: string;
    nonce: string;
    deadline: string;
    signature: Hex;
    reason: string | null;
  }>('select state, nonce, deadline, signature, reason from card_withdrawals where id = $1', [id]);
  if (!row) throw new Error('there is no withdrawal');
  return row;
};
const withdrawalIs = (id: number, state: string) =>
  until(async () => (await withdrawalOf(id)).state === state, `a withdrawal that is ${state}`, 60_000);

test('CARD-21 top-ups count after their confirmations, and withdrawal requests, recoveries, and cancellations at once', async () => {
  const { chain, at } = world;
  const card = await openCard(world, { balance: usd(100) });
  await until(async () => (await storedAccount(world, card)).balance === usd(100), 'the first top-up');
  await callAs(chain, card.owner, { ...at, functionName: 'requestWithdrawal', args: [chain.token, usd(40)] });
  await until(async () => (await storedAccount(world, card)).leaving === usd(40), 'a request');
  await callAs(chain, card.owner, { ...at, functionName: 'cancelWithdrawal', args: [chain.token] });
  await until(async () => (await storedAccount(world, card)).leaving === 0n, 'a cancellation');
  await topUp(world, card.owner, usd(5));
  await until(async () => (await storedAccount(world, card)).balance === usd(105), 'a top-up');
  expect(await entriesMatch(world, card)).toBe(usd(105));
});

test('CARD-21 after a reorganization, a hold is unplaced again, and is placed once', async () => {
  const { chain, query } = world;
  const { client } = chain;
  const card = await openCard(world);
  const before = await client.snapshot();
  const [id, debitId] = [newId(), newId()];
  const ids = [
    await hold(card, id, usd(50)),
    await queueOperation(world, card, { kind: 'debit', id: debitId, amount: usd(7) }),
  ];
  expect(await outcomes(world, ids)).toEqual(['posted', 'posted']);
  await stopRole();
  await client.revert({ id: before });
  // The new chain becomes longer with other blocks, and without the transactions until the role sends them again.
  await client.mine({ blocks: 6 });
  stopRole = await startRoleHere(world);
  await until(async () => {
    const { held, balance } = await chainAccount(world, card);
    return held === usd(50) && balance === usd(993);
  }, 'the same hold and debit');
  await until(async () => {
    const { held, unplaced, balance } = await storedAccount(world, card);
    return held === usd(50) && unplaced === 0n && balance === usd(993);
  }, 'a stored account');
  expect(await outcomes(world, ids)).toEqual(['posted', 'posted']);
  await entriesMatch(world, card);
  const doubles = await query(
    'select tx_hash from card_entries group by tx_hash, log_index, owner having count(*) > 1',
  );
  expect(doubles).toEqual([]);
});

test.each([
  ['is refused again', 0n, { balance: usd(10), owed: usd(10) }],
  ['is posted then', usd(20), { balance: usd(20), owed: 0n }],
])(
  'CARD-21 after a reorganization of a refused debit that %s, a refund that has lowered what is owed counts once',
  async (_, toppedUp, expected) => {
    const { client } = world.chain;
    const card = await openCard(world, { balance: usd(10) });
    await until(async () => (await storedAccount(world, card)).balance === usd(10), 'the top-up');
    await world.setPrice();
    const before = await client.snapshot();
    const facts = { authorizationId: null, cardId: card.cardId, createdAt: new Date() };
    for (const [amount, owed] of [
      [-1_500, usd(15)],
      [500, usd(10)],
    ] as const) {
      named += 1;
      const { quote: _, ...transaction } = transactionOf(`ipi_lost_${named}`, amount, facts);
      await applyFact(NO_ISSUER, { kind: 'transaction', transaction });
      await until(async () => (await storedAccount(world, card)).owed === owed, 'an amount that is owed');
    }
    const debit = async () => {
      const [row] = await world.query<{ block: string | null; state: string }>(
        `select block_number::text as block, state from card_operations where card_id = $1 and kind = 'debit'`,
        [card.cardId],
      );
      return row;
    };
    const lost = (await debit())?.block;
    await stopRole();
    await client.revert({ id: before });
    if (toppedUp > 0n) await topUp(world, card.owner, toppedUp);
    await client.mine({ blocks: 8 });
    stopRole = await startRoleHere(world);
    await until(async () => {
      const row = await debit();
      return row?.block && row.block !== lost && row.state !== 'sent';
    }, 'the debit in another block');
    await until(async () => {
      const [row] = await world.query<{ open: number }>(
        `select count(*)::int as open from card_operations where card_id = $1 and state in ('queued', 'sent')`,
        [card.cardId],
      );
      return row?.open === 0 && (await storedAccount(world, card)).balance === expected.balance;
    }, 'ended operations');
    expect(await storedAccount(world, card)).toMatchObject(expected);
    expect((await chainAccount(world, card)).balance).toBe(expected.balance);
  },
);

test('CARD-21 a refused hold of a purchase that was reversed is released if a reorganization makes it possible', async () => {
  const { client } = world.chain;
  const card = await openCard(world, { balance: usd(10) });
  await until(async () => (await storedAccount(world, card)).balance === usd(10), 'the top-up');
  await stopRole();
  // The contract has less than the server believes.
  await world.query('update card_accounts set balance = $2 where id = $1', [card.accountId, String(usd(50))]);
  const { request, isApproved } = await purchase(world, card, 2_000n);
  expect(isApproved).toBe(true);
  const operations = async () => {
    const rows = await world.query<{ text: string }>(
      `select concat_ws(' ', kind, amount_raw, state, reason) as text from card_operations where card_id = $1 order by id`,
      [card.cardId],
    );
    return rows.map(({ text }) => text).join();
  };
  const refused = 'hold 20000000 refused InsufficientBalance';
  const before = await client.snapshot();
  stopRole = await startRoleHere(world);
  await until(async () => (await operations()) === refused, 'a refused hold');
  const { authorizationId, createdAt } = request;
  const authorization = authorizationOf('reversed', 0, {
    ...{ id: authorizationId, cardId: card.cardId, createdAt },
    requests: [{ amount: 2_000n, isApproved: true, reason: 'webhook_approved', createdAt }],
  });
  await applyAuthorization({ readAuthorization: async () => authorization }, authorization, true);
  expect(await operations()).toBe(refused);
  await stopRole();
  await client.revert({ id: before });
  await topUp(world, card.owner, usd(40));
  await client.mine({ blocks: 8 });
  stopRole = await startRoleHere(world);
  await until(
    async () => (await operations()) === 'hold 20000000 posted InsufficientBalance,release 20000000 posted',
    'a release',
    60_000,
  );
  expect(await storedAccount(world, card)).toMatchObject({ balance: usd(50), held: 0n, unplaced: 0n });
  expect((await chainAccount(world, card)).held).toBe(0n);
});

test('CARD-24 while the contract is paused, holds wait, other operations go on, and the state says so', async () => {
  const { chain, at, query } = world;
  const card = await openCard(world);
  const other = await openCard(world);
  const id = newId();
  const first = await hold(card, id, usd(20));
  await outcomes(world, [first]);
  const pause = (functionName: 'pause' | 'unpause') =>
    callAs(chain, chain.client.account, { ...at, functionName });
  await pause('pause');
  const waiting = await hold(other, newId(), usd(10));
  const released = await queueOperation(world, card, { kind: 'release', id, amount: usd(20) });
  expect(await outcomes(world, [released])).toEqual(['posted']);
  await until(async () => {
    const [row] = await query<{ state: string }>(`select state from senders where role = 'card'`);
    return row?.state === 'wouldRevert';
  }, 'a sender that says that the contract would revert');
  expect((await storedAccount(world, other)).unplaced).toBe(usd(10));
  await pause('unpause');
  expect(await outcomes(world, [waiting])).toEqual(['posted']);
  expect((await storedAccount(world, other)).unplaced).toBe(0n);
});

test('CARD-23 a withdrawal without a delay reserves its amount, is signed, and ends with its event', async () => {
  const { chain, at } = world;
  const card = await openCard(world, { balance: usd(100) });
  await until(async () => (await storedAccount(world, card)).balance === usd(100), 'the top-up');
  const request = {
    chainId: chain.id,
    contract: at.address,
    owner: card.owner.address,
    token: chain.token,
    to: card.owner.address,
  };
  expect(await requestWithdrawNow({ ...request, amount: usd(101) })).toBeNull();
  const id = (await requestWithdrawNow({ ...request, amount: usd(70) })) ?? 0;
  expect((await storedAccount(world, card)).unplaced).toBe(usd(70));
  expect(await purchase(world, card, 4_000n)).toMatchObject({
    isApproved: false,
    reason: 'insufficient_funds',
  });
  await withdrawalIs(id, 'signed');
  const { nonce, deadline, signature } = await withdrawalOf(id);
  await callAs(chain, card.owner, {
    ...at,
    functionName: 'withdrawNow',
    args: [chain.token, usd(70), card.owner.address, BigInt(nonce), BigInt(deadline), signature],
  });
  await withdrawalIs(id, 'done');
  expect(await storedAccount(world, card)).toMatchObject({ balance: usd(30), unplaced: 0n });
  expect(await entriesMatch(world, card)).toBe(usd(30));
});

test('CARD-23 purchases and withdrawals at the same time never use more than the balance', async () => {
  const { chain } = world;
  const card = await openCard(world, { balance: usd(100) });
  await until(async () => (await storedAccount(world, card)).balance === usd(100), 'the top-up');
  const { address: owner } = card.owner;
  const withdraw = () =>
    requestWithdrawNow({
      chainId: chain.id,
      contract: world.at.address,
      owner,
      token: chain.token,
      amount: usd(30),
      to: owner,
    });
  await world.setPrice();
  const [withdrawals, purchases] = await Promise.all([
    Promise.all(Array.from({ length: 4 }, withdraw)),
    Promise.all(Array.from({ length: 4 }, () => purchase(world, card, 3_000n))),
  ]);
  const approved = purchases.filter(({ isApproved }) => isApproved).length;
  const reserved = withdrawals.filter((id): id is number => id !== null);
  expect(approved + reserved.length).toBe(3);
  const states = await until(async () => {
    const rows = await Promise.all(reserved.map(withdrawalOf));
    return rows.every(({ state }) => state !== 'requested') && rows.map(({ state }) => state);
  }, 'signed withdrawals');
  expect(states).toEqual(reserved.map(() => 'signed'));
  await until(
    async () => (await storedAccount(world, card)).held === BigInt(approved) * usd(30),
    'placed holds',
  );
  const { balance, held } = await chainAccount(world, card);
  expect(balance - held).toBe(usd(100) - BigInt(approved) * usd(30));
});

test('CARD-23 what is leaving can be withdrawn without a delay, but not while a purchase needs the rest', async () => {
  const { chain, at } = world;
  for (const hasPurchase of [false, true]) {
    const card = await openCard(world, { balance: usd(100) });
    const { address: owner } = card.owner;
    const args = [chain.token, usd(50)] as const;
    await callAs(chain, card.owner, { ...at, functionName: 'requestWithdrawal', args });
    await until(async () => (await storedAccount(world, card)).leaving === usd(50), 'a request');
    // The hold isn't placed yet when the withdrawal is signed.
    await stopRole();
    if (hasPurchase) expect(await purchase(world, card, 5_000n)).toMatchObject({ isApproved: true });
    const request = { chainId: chain.id, contract: at.address, owner, token: chain.token, to: owner };
    const id = (await requestWithdrawNow({ ...request, amount: usd(50) })) ?? 0;
    stopRole = await startRoleHere(world);
    await withdrawalIs(id, hasPurchase ? 'refused' : 'signed');
  }
});

test('CARD-22 freezes and withdrawal requests: approvals from before are posted, and later ones are declined', async () => {
  const { chain, at } = world;
  for (const isApprovedFirst of [true, false]) {
    const card = await openCard(world, { balance: usd(100) });
    await until(async () => (await storedAccount(world, card)).balance === usd(100), 'the top-up');
    const approve = () => purchase(world, card, 6_000n);
    const leave = () =>
      callAs(chain, card.owner, { ...at, functionName: 'requestWithdrawal', args: [chain.token, usd(60)] });
    if (isApprovedFirst) {
      // The chain's times are whole seconds: the approval is after the opening, and before the request.
      const nextSecond = () => {
        const second = Math.floor(Date.now() / 1_000);
        return until(async () => Math.floor(Date.now() / 1_000) > second + 1, 'another second');
      };
      await nextSecond();
      expect(await approve()).toMatchObject({ isApproved: true });
      await nextSecond();
      await leave();
      await until(async () => (await storedAccount(world, card)).held === usd(60), 'a hold');
    } else {
      await leave();
      await until(async () => (await storedAccount(world, card)).leaving === usd(60), 'a request');
      expect(await approve()).toMatchObject({ isApproved: false, reason: 'insufficient_funds' });
    }
    expect((await storedAccount(world, card)).unplaced).toBe(0n);
  }
});

test('CARD-24 another key is not sent with, and signs nothing', async () => {
  const card = await openCard(world, { balance: usd(100) });
  await until(async () => (await storedAccount(world, card)).balance === usd(100), 'the top-up');
  await stopRole();
  const stranger = privateKeyToAccount(generatePrivateKey());
  await world.chain.client.setBalance({ address: stranger.address, value: 10n ** 18n });
  const { address: owner } = card.owner;
  const { chain } = world;
  const id =
    (await requestWithdrawNow({
      chainId: chain.id,
      contract: world.at.address,
      owner,
      token: chain.token,
      amount: usd(10),
      to: owner,
    })) ?? 0;
  const held = await hold(card, newId(), usd(10));
  const stopStranger = await startRoleHere(world, { account: stranger });
  await until(async () => {
    const [row] = await world.query<{ state: string }>(`select state from senders where role = 'card'`);
    return row?.state === 'wouldRevert';
  }, 'a sender that says that the contract would revert');
  expect((await withdrawalOf(id)).state).toBe('requested');
  await stopStranger();
  stopRole = await startRoleHere(world);
  expect(await outcomes(world, [held])).toEqual(['posted']);
  await withdrawalIs(id, 'signed');
});

test('CARD-21 after random operations, the statement adds up to the balance in the contract', async () => {
  const cards = [await openCard(world), await openCard(world)];
  const kinds = ['hold', 'release', 'capture', 'capture', 'debit', 'credit'] as const;
  const ids: number[] = [];
  // A fixed sequence, so that a failure can be repeated.
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  for (const card of cards) {
    const holds = [newId(), newId()];
    for (let index = 0; index < 40; index += 1) {
      const kind = kinds[random(kinds.length)] ?? 'hold';
      const isOfHold = kind === 'hold' || kind === 'release' || kind === 'capture';
      const id = isOfHold ? (holds[random(holds.length)] as Hex) : newId();
      ids.push(await queueOperation(world, card, { kind, id, amount: usd(1 + random(30)) }));
    }
  }
  const ended = await outcomes(world, ids);
  expect(ended.filter((text) => text === 'posted').length).toBeGreaterThan(20);
  for (const card of cards) {
    const [stored, chain] = [await storedAccount(world, card), await chainAccount(world, card)];
    expect(stored).toMatchObject({ balance: chain.balance, held: chain.held, unplaced: 0n });
    expect(await entriesMatch(world, card)).toBe(chain.balance);
  }
});

test('CARD-20 the capture of a hold that was refused is debited', async () => {
  const card = await openCard(world);
  await until(async () => (await storedAccount(world, card)).balance === usd(1000), 'the top-up');
  await stopRole();
  // The role was down for longer than GRACE.
  const at = new Date(Date.now() - 3_600_000);
  const { request } = await purchase(world, card, 2_000n, at);
  const [approved] = [{ amount: 2_000n, isApproved: true, reason: 'webhook_approved', createdAt: at }];
  const { quote: _, ...capture } = transactionOf('ipi_late', -2_000, {
    authorizationId: request.authorizationId,
    cardId: card.cardId,
    createdAt: new Date(),
  });
  const authorization = authorizationOf('closed', 2_000, {
    ...{ id: request.authorizationId, cardId: card.cardId, createdAt: at },
    ...{ requests: approved ? [approved] : [], transactions: [capture] },
  });
  const reader = { readAuthorization: async () => authorization };
  await applyAuthorization(reader, authorization, true);
  const queued = await world.query<{ id: string; kind: string }>(
    'select id, kind from card_operations where card_id = $1 order by id',
    [card.cardId],
  );
  expect(queued.map(({ kind }) => kind)).toEqual(['hold', 'capture']);
  stopRole = await startRoleHere(world);
  const debit = await until(async () => {
    const [row] = await world.query<{ id: string }>(
      `select id from card_operations where card_id = $1 and kind = 'debit'`,
      [card.cardId],
    );
    return row;
  }, 'a debit');
  expect(
    await outcomes(
      world,
      [...queued, debit].map(({ id }) => Number(id)),
    ),
  ).toEqual(['refused ApprovalTooOld', 'refused HoldNotOpen', 'posted']);
  expect(await storedAccount(world, card)).toMatchObject({
    balance: usd(980),
    held: 0n,
    unplaced: 0n,
    owed: 0n,
  });
});

test('CARD-20 a capture that the account cannot pay takes what is held, and a restart changes nothing', async () => {
  const card = await openCard(world, { balance: usd(100) });
  await until(async () => (await storedAccount(world, card)).balance === usd(100), 'the top-up');
  const { request } = await purchase(world, card, 10_000n);
  await until(async () => (await storedAccount(world, card)).held === usd(100), 'a hold');
  const { quote: _, ...capture } = transactionOf('ipi_tip', -10_100, {
    ...{ authorizationId: request.authorizationId, cardId: card.cardId, createdAt: new Date() },
  });
  const { createdAt } = request;
  const authorization = authorizationOf('closed', 10_000, {
    ...{ id: request.authorizationId, cardId: card.cardId, createdAt, transactions: [capture] },
    requests: [{ amount: 10_000n, isApproved: true, reason: 'webhook_approved', createdAt }],
  });
  await applyAuthorization({ readAuthorization: async () => authorization }, authorization, true);
  const operations = async () => {
    const rows = await world.query<{ text: string }>(
      `select concat_ws(' ', kind, amount_raw, state, reason) as text from card_operations where card_id = $1 order by id`,
      [card.cardId],
    );
    return rows.map(({ text }) => text);
  };
  const expected = [
    'hold 100000000 posted',
    'capture 101000000 refused InsufficientBalance',
    'capture 100000000 posted',
    'debit 1000000 refused InsufficientBalance',
  ];
  await until(async () => (await storedAccount(world, card)).owed > 0n, 'an amount that is owed');
  expect(await operations()).toEqual(expected);
  await stopRole();
  stopRole = await startRoleHere(world);
  const other = await hold(await openCard(world), newId(), usd(1));
  expect(await outcomes(world, [other])).toEqual(['posted']);
  expect(await operations()).toEqual(expected);
  expect(await storedAccount(world, card)).toMatchObject({ balance: 0n, held: 0n, owed: usd(1) });
});

test('CARD-20 a refund of a debit that is refused later settles it, and is not credited', async () => {
  const card = await openCard(world, { balance: usd(10) });
  await until(async () => (await storedAccount(world, card)).balance === usd(10), 'the top-up');
  // Both are known before the contract has refused the debit. Something was taken before, which could be credited.
  const taken = await queueOperation(world, card, { kind: 'debit', id: newId(), amount: usd(10) });
  expect(await outcomes(world, [taken])).toEqual(['posted']);
  await stopRole();
  await world.setPrice();
  const facts = { authorizationId: null, cardId: card.cardId, createdAt: new Date() };
  for (const amount of [-800, 800]) {
    const { quote: _, ...transaction } = transactionOf(`ipi_forced_${amount}`, amount, facts);
    await applyFact(NO_ISSUER, { kind: 'transaction', transaction });
  }
  stopRole = await startRoleHere(world);
  const operations = () =>
    world.query(
      `select kind, state, reason from card_operations where card_id = $1 and id > $2 order by id`,
      [card.cardId, taken],
    );
  await until(async () => (await operations()).some(({ reason }) => reason === 'Owed'), 'a settled debit');
  expect(await operations()).toEqual([
    { kind: 'debit', state: 'refused', reason: 'InsufficientBalance' },
    { kind: 'credit', state: 'canceled', reason: null },
    { kind: 'credit', state: 'refused', reason: 'Owed' },
  ]);
  expect(await storedAccount(world, card)).toMatchObject({ balance: 0n, owed: 0n });
  expect((await chainAccount(world, card)).balance).toBe(0n);
});

// Last, because the chain's clock is ahead afterward, and cards aren't charged for approvals before they were opened.
test('CARD-23 a withdrawal that nobody uses expires, and its amount can be spent again', async () => {
  const { chain } = world;
  const card = await openCard(world, { balance: usd(100) });
  await until(async () => (await storedAccount(world, card)).balance === usd(100), 'the top-up');
  const { address: owner } = card.owner;
  const id =
    (await requestWithdrawNow({
      chainId: chain.id,
      contract: world.at.address,
      owner,
      token: chain.token,
      amount: usd(100),
      to: owner,
    })) ?? 0;
  await withdrawalIs(id, 'signed');
  // Later than the deadline, and settled. Reorganizations in other tests have set the chain's clock back.
  await chain.client.increaseTime({ seconds: 600 });
  await chain.client.mine({ blocks: SETTLING_BLOCKS });
  await withdrawalIs(id, 'expired');
  expect((await storedAccount(world, card)).unplaced).toBe(0n);
  expect(await purchase(world, card, 4_000n)).toMatchObject({ isApproved: true });
});

test('CARD-24 once the day’s budget is spent, purchases are declined, and holds and freezes are posted all the same', async () => {
  const { query, chain } = world;
  const card = await openCard(world);
  const stateIs = (state: string) =>
    until(
      async () => {
        const [sender] = await query<{ state: string }>(`select state from senders where role = 'card'`);
        return sender?.state === state;
      },
      `the state ${state}`,
      60_000,
    );
  await stateIs('ready');
  await query(
    `insert into outbox (role, chain_id, sender, nonce, "to", data, gas, max_fee, max_tip, raw, hashes, signed_at_block, fee_paid, settled_at)
      values ('card', $1, '0x01', 0, '0x02', '0x', 1, 1, 1, '0x', '{}', 1, 500000000000000000, now())`,
    [chain.id],
  );
  await stateIs('budgetUsedUp');
  // The chain's clock can be ahead of this machine's, and the card wasn't open before.
  const approvedAt = new Date(Number((await chain.client.getBlock()).timestamp) * 1_000);
  await query(`update card_mirrors set read_at = now() - interval '1 hour'`);
  expect(await purchase(world, card, 100n)).toMatchObject({ reason: 'chain_unavailable' });
  const ids = [
    await queueOperation(world, card, { kind: 'hold', id: newId(), amount: usd(5), approvedAt }),
    await queueOperation(world, card, { kind: 'freeze', id: newId(), amount: 0n }),
  ];
  expect(await outcomes(world, ids)).toEqual(['posted', 'posted']);
  await query(`delete from outbox where sender = '0x01'`);
  await stateIs('ready');
});
