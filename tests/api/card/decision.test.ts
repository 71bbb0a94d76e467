import { keccak256, parseUnits, stringToHex } from 'viem';
import type { ApprovalRequest } from '@/lib/server/issuer/facts';
import {
  addCard,
  approvalRequest,
  CARD_COIN,
  type CardDatabase,
  decideAt,
  followChain,
  readReserved,
  setPrice,
  startCardDatabase,
} from '../../support/card-database';

let database: CardDatabase;
beforeAll(async () => {
  database = await startCardDatabase();
});
afterAll(() => database?.stop());
beforeEach(async () => {
  await setPrice(database, CARD_COIN.tUsdt, '1');
  await setPrice(database, CARD_COIN.eth, '2500');
});

const usdt = (amount: string) => String(parseUnits(amount, 6));
const NOTHING = { unplaced: '0', day: '0', month: '0', queued: '0', holds: 0 };

type Refused = [reason: string, change: string | null, request: Partial<ApprovalRequest>];

describe('CARD-1 a purchase is declined, and nothing is reserved', () => {
  test.each<Refused>([
    ['card_unknown', null, { cardId: 'ic_unknown' }],
    ['amount_invalid', null, { amount: -1n }],
    ['card_frozen', `update cards set status = 'frozen'`, {}],
    ['card_frozen', `update cards set status = 'frozen'`, { amount: 0n }],
    ['card_closed', `update cards set status = 'closed'`, {}],
    ['card_frozen', `update cards set issuer_status = 'inactive'`, {}],
    ['card_closed', `update cards set issuer_status = 'canceled', status = 'frozen'`, {}],
    ['holder_blocked', `update card_holders set status = 'blocked'`, {}],
    ['holder_blocked', `update card_holders set status = 'inactive'`, { amount: 0n }],
    ['card_not_open', 'update cards set chain_card = null', {}],
    ['currency_unsupported', null, { currency: 'eur' }],
    ['currency_unsupported', `update cards set currency = 'eur'`, { currency: 'eur' }],
    ['merchant_blocked', `update cards set blocked_merchants = '{net_0,net_1}'`, {}],
    ['merchant_blocked', `update cards set blocked_merchants = '{net_1}'`, { amount: 0n }],
    ['amount_owed', 'update card_accounts set owed = 1', {}],
    [
      'amount_owed',
      `insert into card_accounts (chain_id, contract, owner, token, coin_id, decimals, block_number, block_hash, owed)
        select chain_id, contract, owner, '0x03', coin_id, decimals, 1, '0x01', 1 from card_accounts`,
      {},
    ],
    ['account_recovering', 'update card_accounts set recovery_ready_at = now()', {}],
    ['price_unavailable', `update prices set at = now() - interval '61 seconds'`, {}],
    ['insufficient_funds', 'update card_accounts set balance = 9999999', {}],
    ['insufficient_funds', 'update card_accounts set held = balance - 9999999', {}],
    ['insufficient_funds', 'update card_accounts set leaving = balance - 9999999', {}],
    ['insufficient_funds', 'update card_accounts set unplaced = balance - 9999999', {}],
    [
      'insufficient_funds',
      'update card_accounts set leaving = balance, held = 1',
      { isAmountControllable: true },
    ],
    ['day_limit', 'update cards set day_limit = 9999999', {}],
    ['day_limit', 'update cards set day_limit = 0', { isAmountControllable: true }],
    ['month_limit', 'update cards set month_limit = 9999999', {}],
  ])('%s: %s, %p', async (reason, change, given) => {
    const { cardId } = await addCard(database);
    if (change) await database.query(change);
    const before = await readReserved(database, cardId);
    const request = approvalRequest(cardId, given);
    expect(await decideAt(request)).toEqual({ isApproved: false, amount: null, reason });
    expect(await readReserved(database, cardId)).toEqual(before);
    const [row] = await database.query(
      'select is_approved, reason, reserved_raw, approved_amount::int, counted_on, ms from card_requests where event_id = $1',
      [request.eventId],
    );
    expect(row).toEqual({
      is_approved: false,
      reason,
      reserved_raw: '0',
      approved_amount: 0,
      counted_on: null,
      ms: expect.any(Number),
    });
  });

  test.each([
    [`update card_mirrors set read_at = now() - interval '16 seconds'`],
    [`update card_mirrors set grace = 1800, read_at = now() - interval '61 seconds'`],
    ['update card_mirrors set read_at = null'],
    ['delete from card_mirrors'],
    [`update card_mirrors set contract = '0x0d'`],
    ['update card_accounts set block_number = 0'],
    [
      `insert into card_operations (kind, chain_id, card_id, chain_card, hold_id, amount_raw, created_at)
        select 'hold', 31337, id, 1, '0x01', 1, now() - interval '16 seconds' from cards`,
    ],
    [
      `insert into card_operations (kind, chain_id, card_id, chain_card, hold_id, amount_raw)
        select 'release', 31337, id, 1, '0x01', 1 from cards, generate_series(1, 10)`,
    ],
  ])('the contract is not followed: %s', async (change) => {
    const { cardId } = await addCard(database);
    await database.query(change);
    expect(await decideAt(approvalRequest(cardId))).toMatchObject({ reason: 'chain_unavailable' });
    await database.query('delete from card_mirrors');
    await database.query('delete from card_operations');
    await followChain(database);
  });

  test('there is no price at all', async () => {
    const { cardId } = await addCard(database);
    await database.query('delete from prices');
    expect(await decideAt(approvalRequest(cardId))).toMatchObject({ reason: 'price_unavailable' });
  });
});

test.each([
  ['the latest known block', 5, null, 5],
  ['the block at which the account is known, if that is later', 5, 2, 2],
  ['half of GRACE ago, on an idle chain', 600, 300, 15],
])('CARD-22 a hold is dated by %s', async (_, blockAgeS, accountAgeS, holdAgeS) => {
  const { cardId } = await addCard(database);
  const at = new Date();
  const ago = (seconds: number) => new Date(at.getTime() - seconds * 1_000);
  await database.query('update card_mirrors set block_at = $1', [ago(blockAgeS)]);
  await database.query('update card_accounts set block_number = 2, block_at = $1', [
    accountAgeS && ago(accountAgeS),
  ]);
  const request = approvalRequest(cardId);
  expect(await decideAt(request, at)).toMatchObject({ isApproved: true });
  const [hold] = await database.query<{ approved_at: Date }>(
    'select approved_at from card_operations where event_id = $1',
    [request.eventId],
  );
  expect(hold?.approved_at).toEqual(ago(holdAgeS));
  await database.query('delete from card_mirrors');
  await followChain(database);
});

test('CARD-1 an approved purchase is reserved, its hold is queued, and the terms are stored', async () => {
  const { cardId, accountId } = await addCard(database);
  await setPrice(database, CARD_COIN.tUsdt, '0.999', 30);
  const at = new Date('2027-03-09T23:59:59.999Z');
  const request = approvalRequest(cardId, { merchantAmount: 920n, merchantCurrency: 'eur' });
  expect(await decideAt(request, at)).toEqual({ isApproved: true, amount: null, reason: 'approved' });
  // 10 / 0.999, rounded up to the base unit.
  const reserved = '10010011';
  expect(await readReserved(database, cardId)).toEqual({
    ...{ unplaced: reserved, day: reserved, month: reserved, queued: reserved, holds: 1 },
  });
  const [operation] = await database.query(
    `select kind, chain_id::int, chain_card::int > 0 as has_card, hold_id, amount_raw, approved_at, expires_at, state,
      over_capture_bps, counted_on::text, authorization_id, sequence, outbox_id from card_operations where event_id = $1`,
    [request.eventId],
  );
  expect(operation).toEqual({
    kind: 'hold',
    chain_id: 31_337,
    has_card: true,
    hold_id: keccak256(stringToHex(request.authorizationId)),
    amount_raw: reserved,
    approved_at: at,
    expires_at: new Date('2027-04-10T23:59:59.999Z'),
    state: 'queued',
    over_capture_bps: 2_000,
    counted_on: '2027-03-09',
    authorization_id: request.authorizationId,
    sequence: null,
    outbox_id: null,
  });
  const [row] = await database.query(
    `select account_id::int, amount::int, approved_amount::int, merchant_amount::int, merchant_currency, merchant_name,
      price::float8, margin_bps, decided_at, counted_on::text, extract(epoch from now() - price_at) between 29 and 90 as has_time
      from card_requests where event_id = $1`,
    [request.eventId],
  );
  expect(row).toEqual({
    ...{ account_id: accountId, amount: 1_000, approved_amount: 1_000 },
    ...{ merchant_amount: 920, merchant_currency: 'eur', merchant_name: 'Café' },
    ...{ price: 0.999, margin_bps: 0, decided_at: at, counted_on: '2027-03-09', has_time: true },
  });
});

test('CARD-1 an increment in the name of another card than the one that was approved is declined', async () => {
  const [first, second] = [await addCard(database), await addCard(database)];
  const request = approvalRequest(first.cardId);
  expect(await decideAt(request)).toMatchObject({ isApproved: true });
  const { authorizationId } = request;
  const increment = approvalRequest(second.cardId, { authorizationId, position: 1 });
  expect(await decideAt(increment)).toMatchObject({ isApproved: false, reason: 'card_closed' });
  expect(await readReserved(database, second.cardId)).toEqual(NOTHING);
});

test.each<[what: string, coinId: number, price: string, reserved: string]>([
  ['a pegged coin at the edge of its band has no margin', CARD_COIN.tUsdt, '0.98', '10204082'],
  ['a pegged coin outside of its band has one', CARD_COIN.tUsdt, '0.979999', '10357154'],
  ['so has one above it', CARD_COIN.tUsdt, '1.021', '9941235'],
  ['any other coin has one', CARD_COIN.eth, '2500', '4060000000000000'],
  ['amounts are rounded up', CARD_COIN.eth, '3333.333333333333333333', '3045000000000001'],
])('CARD-1 %s', async (_, coinId, price, reserved) => {
  const { cardId } = await addCard(database, { coinId });
  await setPrice(database, coinId, price);
  expect(await decideAt(approvalRequest(cardId))).toMatchObject({ reason: 'approved' });
  expect(await readReserved(database, cardId)).toMatchObject({ unplaced: reserved });
});

test('CARD-1 a check of the card reserves nothing, even without money or a price', async () => {
  const { cardId } = await addCard(database, { balance: '0' });
  await database.query('delete from prices');
  const request = approvalRequest(cardId, { amount: 0n });
  expect(await decideAt(request)).toEqual({ isApproved: true, amount: null, reason: 'card_check' });
  expect(await readReserved(database, cardId)).toEqual(NOTHING);
});

test.each<
  [by: string, card: Parameters<typeof addCard>[1], coinPrice: string, part: bigint, reserved: string]
>([
  ['the balance', { balance: '7.129999' }, '1', 712n, usdt('7.12')],
  ['the limit of the day', { dayLimit: '3' }, '1', 300n, usdt('3')],
  ['the limit of the month', { monthLimit: '4' }, '1', 400n, usdt('4')],
  // 5 × 0.999 = 4.995, and 4.99 / 0.999 = 4.994994…
  ['the balance at a price', { balance: '5' }, '0.999', 499n, '4994995'],
])(
  'CARD-1 if the amount is controllable, what %s allows is approved',
  async (_, card, price, part, reserved) => {
    const { cardId } = await addCard(database, card);
    await setPrice(database, CARD_COIN.tUsdt, price);
    const reply = await decideAt(approvalRequest(cardId, { isAmountControllable: true }));
    expect(reply).toEqual({ isApproved: true, amount: part, reason: 'approved_in_part' });
    expect(await readReserved(database, cardId)).toMatchObject({ unplaced: reserved, queued: reserved });
  },
);

test('CARD-1 the whole amount is approved if it is available, down to the last base unit', async () => {
  const { cardId } = await addCard(database, { balance: '10' });
  const request = approvalRequest(cardId, { isAmountControllable: true });
  expect(await decideAt(request)).toMatchObject({ amount: null, reason: 'approved' });
  expect(await decideAt(approvalRequest(cardId, { amount: 1n, isAmountControllable: true }))).toMatchObject({
    reason: 'insufficient_funds',
  });
});

test('CARD-1 an increment reserves its additional amount for the same hold', async () => {
  const { cardId } = await addCard(database);
  const first = approvalRequest(cardId);
  await decideAt(first);
  const { authorizationId } = first;
  expect(await decideAt(approvalRequest(cardId, { authorizationId, amount: 250n }))).toMatchObject({
    reason: 'approved',
  });
  expect(await readReserved(database, cardId)).toMatchObject({ unplaced: usdt('12.5'), holds: 2 });
  const holds = await database.query<{ hold_id: string }>(
    'select distinct hold_id from card_operations where card_id = $1',
    [cardId],
  );
  expect(holds).toHaveLength(1);
});

const DAYS: [what: string, first: string, second: string, isMonth: boolean, isApproved: boolean][] = [
  ['the last moment of a day', '2027-05-10T00:00:00Z', '2027-05-10T23:59:59.999Z', false, false],
  ['the next day', '2027-05-10T23:59:59.999Z', '2027-05-11T00:00:00Z', false, true],
  ['a clock that went back over midnight', '2027-05-11T00:00:00Z', '2027-05-10T23:59:59.999Z', false, false],
  ['the same day a year later', '2027-05-10T12:00:00Z', '2028-05-10T12:00:00Z', false, true],
  ['the last moment of a month', '2027-05-01T00:00:00Z', '2027-05-31T23:59:59.999Z', true, false],
  ['the next month', '2027-05-31T23:59:59.999Z', '2027-06-01T00:00:00Z', true, true],
  [
    'a clock that went back over the end of a month',
    '2027-06-01T00:00:00Z',
    '2027-05-31T23:59:59Z',
    true,
    false,
  ],
  ['the same month of the next year', '2027-05-31T12:00:00Z', '2028-05-31T12:00:00Z', true, true],
  ['the end of a leap February', '2028-02-28T12:00:00Z', '2028-02-29T23:59:59Z', true, false],
];
test.each(DAYS)('CARD-1 limits at %s', async (_, first, second, isMonth, isApproved) => {
  const { cardId } = await addCard(database, { [isMonth ? 'monthLimit' : 'dayLimit']: '15' });
  expect(await decideAt(approvalRequest(cardId), new Date(first))).toMatchObject({ isApproved: true });
  expect(await decideAt(approvalRequest(cardId), new Date(second))).toMatchObject({
    reason: isApproved ? 'approved' : isMonth ? 'month_limit' : 'day_limit',
  });
  const { day, month } = await readReserved(database, cardId);
  const total = (count: number) => usdt(String(10 * count));
  expect(day).toBe(total(1));
  expect(month).toBe(total(!isMonth && isApproved && second < '2028' ? 2 : 1));
});

test('CARD-1 limits don’t depend on the time zone of the database', async () => {
  await database.query(`alter role current_user set timezone = 'Pacific/Auckland'`);
  const { cardId } = await addCard(database, { monthLimit: '15' });
  await decideAt(approvalRequest(cardId), new Date('2027-05-31T13:00:00Z'));
  const later = await decideAt(approvalRequest(cardId), new Date('2027-06-01T01:00:00Z'));
  await database.query('alter role current_user reset timezone');
  expect(later).toMatchObject({ isApproved: true });
});
