import { applyAuthorization } from '@/lib/server/card/ledger/apply-fact';
import { CARD_COIN, readReserved, setPrice } from '../../support/card-database';
import { authorizationOf } from '../../support/card-facts';
import { type CardWorld, startCardWorld } from '../../support/card-world';

let world: CardWorld;
beforeAll(async () => {
  world = await startCardWorld();
});
afterAll(() => world?.stop());
beforeEach(() => setPrice(world.database, CARD_COIN.tUsdt, '1'));

const helpers = () => world.stripe.testHelpers.issuing;
const reserved = (cardId: string) => readReserved(world.database, cardId);

/** Marks the operations that are queued as accepted by the contract, or refused. */
const post = (cardId: string, state: 'posted' | 'refused' = 'posted', kind = '%') =>
  world.database.query(
    `update card_operations set state = $2 where card_id = $1 and state = 'queued' and kind like $3`,
    [cardId, state, kind],
  );

test('CARD-5 a purchase is held when it is approved, and captured once', async () => {
  const { cardId } = await world.newCard();
  const { id } = await world.authorize(cardId);
  await world.settle();
  expect(await world.operations(cardId)).toEqual(['hold 10000000']);
  await helpers().authorizations.capture(id);
  await world.settle();
  expect(await world.operations(cardId)).toEqual(['hold 10000000', 'capture 10000000']);
  const [row] = await world.database.query(
    `select a.status, t.kind, t.amount::int, o.reference = t.id as refers
      from card_authorizations a join card_transactions t on t.authorization_id = a.id
        join card_operations o on o.authorization_id = a.id and o.kind = 'capture' where a.card_id = $1`,
    [cardId],
  );
  expect(row).toEqual({
    ...{ status: 'closed', kind: 'capture', amount: -1_000, refers: true },
  });
});

test('CARD-5 what is captured less is released, and no longer counts against the limits of its day', async () => {
  const { cardId } = await world.newCard();
  const { id } = await world.authorize(cardId);
  await helpers().authorizations.capture(id, { capture_amount: 700 });
  await world.settle();
  expect(await world.operations(cardId)).toEqual(['hold 10000000', 'capture 7000000', 'release 3000000']);
  expect(await reserved(cardId)).toMatchObject({ day: '7000000', month: '7000000' });
});

test('CARD-5 a release on a later day leaves that day’s amount, as in the contract', async () => {
  const { cardId } = await world.newCard();
  const { id } = await world.authorize(cardId);
  await world.settle();
  await world.database.query(
    `update cards set used_on = used_on + 400, used_per_day = 5000000, used_per_month = 5000000 where id = $1`,
    [cardId],
  );
  await helpers().authorizations.reverse(id);
  await world.settle();
  expect(await world.operations(cardId)).toEqual(['hold 10000000', 'release 10000000']);
  expect(await reserved(cardId)).toMatchObject({ day: '5000000', month: '5000000' });
});

test.each<[bps: number, captured: number, operations: string[]]>([
  [2_000, 1_200, ['capture 12000000']],
  [2_000, 1_300, ['capture 12000000', 'debit 1000000']],
  [0, 1_200, ['capture 10000000', 'debit 2000000']],
])('CARD-5 with a margin of %i bps, a capture of %i cents', async (bps, captured, operations) => {
  const { cardId } = await world.newCard();
  await world.database.query('update cards set over_capture_bps = $2 where id = $1', [cardId, bps]);
  const { id } = await world.authorize(cardId);
  // The contract keeps the margin of the hold.
  await world.database.query('update cards set over_capture_bps = 1 where id = $1', [cardId]);
  await helpers().authorizations.capture(id, { capture_amount: captured });
  await world.settle();
  expect(await world.operations(cardId)).toEqual(['hold 10000000', ...operations]);
});

test('CARD-5 increments and a partial reversal change the hold', async () => {
  const { cardId } = await world.newCard();
  const { id } = await world.authorize(cardId);
  await helpers().authorizations.increment(id, { increment_amount: 500 });
  await helpers().authorizations.reverse(id, { reverse_amount: 300 });
  await world.settle();
  expect(await world.operations(cardId)).toEqual(['hold 10000000', 'hold 5000000', 'release 3000000']);
});

test('CARD-5 refunds, unlinked ones, and won disputes are credited, and a taken back one debited', async () => {
  const { cardId } = await world.newCard();
  const { id } = await world.authorize(cardId);
  const { transactions } = await helpers().authorizations.capture(id);
  const captured = transactions[0]?.id ?? '';
  const refund = await helpers().transactions.refund(captured, { refund_amount: 400 });
  await world.settle();
  const bought = ['hold 10000000', 'capture 10000000'];
  expect(await world.operations(cardId)).toEqual([...bought, 'credit 4000000']);
  world.local.control({ do: 'reverse_refund', id: refund.id });
  await world.settle();
  expect(await world.operations(cardId)).toEqual([...bought, 'credit 4000000', 'debit 4000000']);
  const dispute = await world.stripe.issuing.disputes.create({
    transaction: captured,
    amount: 600,
    evidence: { reason: 'fraudulent', fraudulent: { explanation: 'not me' } },
  });
  await world.stripe.issuing.disputes.submit(dispute.id);
  await world.settle();
  expect(await world.operations(cardId)).toHaveLength(4);
  world.local.control({ do: 'close_dispute', id: dispute.id, status: 'won' });
  await helpers().transactions.createUnlinkedRefund({ card: cardId, amount: 100 });
  await world.settle();
  const last = (await world.operations(cardId)).slice(4);
  expect(last.sort()).toEqual(['credit 1000000', 'credit 6000000']);
});

test('CARD-5 a purchase without an authorization, and a late capture, are debits', async () => {
  const { cardId } = await world.newCard();
  await helpers().transactions.createForceCapture({ card: cardId, amount: 250 });
  const { id } = await world.authorize(cardId);
  await helpers().authorizations.expire(id);
  await world.settle();
  const before = ['hold 10000000', 'debit 2500000', 'release 10000000'];
  expect(await world.operations(cardId)).toEqual(before);
  await helpers().authorizations.capture(id);
  await world.settle();
  expect(await world.operations(cardId)).toEqual([...before, 'debit 10000000']);
});

test('CARD-5 a refused capture is debited instead, and a refused debit is not repeated', async () => {
  const { cardId } = await world.newCard();
  const { id } = await world.authorize(cardId);
  await world.settle();
  await post(cardId, 'refused');
  await helpers().authorizations.capture(id);
  await world.settle();
  expect(await world.operations(cardId)).toEqual(['hold 10000000 refused', 'debit 10000000']);
  await post(cardId, 'refused');
  await helpers().transactions.createForceCapture({ card: cardId, amount: 100 });
  world.local.control({ do: 'resend_event', id: await lastEvent('issuing_authorization.updated') });
  await world.settle();
  expect(await world.operations(cardId)).toEqual([
    ...['hold 10000000 refused', 'debit 10000000 refused', 'debit 1000000'],
  ]);
});

const owed = async (accountId: number) => {
  const [row] = await world.database.query<{ owed: string }>(
    'select owed::text from card_accounts where id = $1',
    [accountId],
  );
  return row?.owed;
};
const owe = (accountId: number, amount: number) =>
  world.database.query('update card_accounts set owed = $2 where id = $1', [accountId, amount]);

test('CARD-5 a refund first lowers what the account owes, and only the rest is credited, once', async () => {
  const { cardId, accountId } = await world.newCard();
  const forced = await helpers().transactions.createForceCapture({ card: cardId, amount: 150 });
  await world.settle();
  await post(cardId, 'refused');
  await owe(accountId, 1_500_000);
  await helpers().transactions.refund(forced.id);
  await world.settle();
  const debit = 'debit 1500000 refused';
  expect(await world.operations(cardId)).toEqual([debit, 'credit 1500000 refused']);
  expect(await owed(accountId)).toBe('0');
  await owe(accountId, 300_000);
  await helpers().transactions.createUnlinkedRefund({ card: cardId, amount: 100 });
  await world.settle();
  world.local.control({ do: 'resend_event', id: await lastEvent('issuing_transaction.created') });
  await world.settle();
  expect(await world.operations(cardId)).toEqual([
    ...[debit, 'credit 1500000 refused', 'credit 300000 refused', 'credit 700000'],
  ]);
  expect(await owed(accountId)).toBe('0');
  const rows = await world.database.query(
    `select count(distinct hold_id)::int as ids, count(*) filter (where reason = 'Owed')::int as offsets from card_operations
      where card_id = $1`,
    [cardId],
  );
  expect(rows).toEqual([{ ids: 4, offsets: 2 }]);
});

/** Returns the ID of the latest event of a type. */
async function lastEvent(type: string): Promise<string> {
  const { data } = await world.stripe.events.list({ type, limit: 1 });
  return data[0]?.id ?? '';
}

test('CARD-5 what the issuer approved without a request is held at the price of its time', async () => {
  const { cardId } = await world.newCard();
  world.local.control({ do: 'fault', name: 'network_fallback', times: 1 });
  const { id } = await world.authorize(cardId);
  await world.settle();
  expect(await world.operations(cardId)).toEqual(['hold 10000000']);
  expect(await reserved(cardId)).toMatchObject({ unplaced: '10000000', day: '10000000', month: '10000000' });
  const rows = await world.database.query(
    `select reason, position, approved_amount::int, price::float8 from card_requests where authorization_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ reason: 'issuer_approved', position: null, approved_amount: 1_000, price: 1 }]);
  await helpers().authorizations.reverse(id);
  await world.settle();
  expect(await world.operations(cardId)).toEqual(['hold 10000000', 'release 10000000']);
});

test('CARD-5 an amount that rises twice without a request is held in full, once', async () => {
  const { cardId } = await world.newCard();
  const requests = [{ amount: 1_000n, isApproved: true, reason: 'network', createdAt: new Date() }];
  const rises = [1_000, 1_500, 2_200, 2_200].map((amount) =>
    authorizationOf('pending', amount, {
      ...{ id: 'iauth_rising', cardId, requests },
      createdAt: new Date(),
    }),
  );
  for (const snapshot of rises)
    await applyAuthorization({ readAuthorization: async () => snapshot }, snapshot, true);
  expect(await world.operations(cardId)).toEqual(['hold 10000000', 'hold 5000000', 'hold 7000000']);
});

test('CARD-5 what the issuer approved against our reply is held, too', async () => {
  const { cardId } = await world.newCard({ balance: '1' });
  world.local.control({ do: 'settings', onTimeout: 'approve' });
  world.local.control({ do: 'fault', name: 'reply_late', times: 1 });
  const { approved } = await world.authorize(cardId);
  world.local.control({ do: 'settings', onTimeout: 'decline' });
  await world.settle();
  expect(approved).toBe(true);
  expect(await world.operations(cardId)).toEqual(['hold 10000000']);
});

test('CARD-3 what we approved and the issuer declined is released', async () => {
  const { cardId } = await world.newCard();
  world.local.control({ do: 'fault', name: 'reply_late', times: 1 });
  const { approved } = await world.authorize(cardId);
  expect(approved).toBe(false);
  expect(await reserved(cardId)).toMatchObject({ unplaced: '10000000' });
  await world.settle();
  expect(await reserved(cardId)).toMatchObject({ unplaced: '0', day: '0', month: '0' });
  expect(await world.operations(cardId)).toEqual(['hold 10000000 canceled']);
});

test('CARD-3 an authorization that is reported before our decision has committed gets one hold', async () => {
  const { cardId } = await world.newCard();
  world.local.control({ do: 'settings', onTimeout: 'approve' });
  const other = await world.database.connect();
  // The decision waits for the lock of its account, until the issuer has approved without it.
  await other.query(`begin; select from cards where id = '${cardId}' for update`);
  world.local.control({ do: 'fault', name: 'reply_late', times: 1 });
  const { approved, id } = await world.authorize(cardId);
  world.local.control({ do: 'settings', onTimeout: 'decline' });
  expect(approved).toBe(true);
  await world.local.delivered();
  await other.query('commit');
  await world.settle();
  await helpers().authorizations.capture(id);
  await world.settle();
  const operations = await world.operations(cardId);
  expect(operations.filter((one) => !one.endsWith('canceled'))).toEqual([
    ...['hold 10000000', 'capture 10000000'],
  ]);
});

test('CARD-5 a server that ends while it applies an event applies it after a restart, once', async () => {
  const { cardId } = await world.newCard();
  const { id } = await world.authorize(cardId);
  await helpers().authorizations.capture(id);
  await world.local.delivered();
  // The facts are stored, and the server ends before it has marked the events.
  await world.database.query(`create function end_now() returns trigger language plpgsql as $$
    begin raise exception 'killed'; end $$`);
  await world.database.query(
    'create trigger ends before update of applied_at on card_events for each row execute function end_now()',
  );
  await expect(world.settle()).rejects.toThrow();
  await world.database.query('drop trigger ends on card_events');
  await world.settle();
  expect(await world.operations(cardId)).toEqual(['hold 10000000', 'capture 10000000']);
});
