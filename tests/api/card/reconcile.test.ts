import { applyEvents } from '@/lib/server/card/ledger/apply-events';
import {
  readLists,
  readOpenAuthorizations,
  readOutcomes,
  readStatuses,
} from '@/lib/server/card/ledger/reconcile';
import { retryCredits } from '@/lib/server/card/ledger/retry-credits';
import { approvalRequest, CARD_COIN, decideAt, readReserved, setPrice } from '../../support/card-database';
import { type CardWorld, startCardWorld } from '../../support/card-world';

let world: CardWorld;
beforeAll(async () => {
  world = await startCardWorld();
});
afterAll(() => world?.stop());
beforeEach(() => setPrice(world.database, CARD_COIN.tUsdt, '1'));
afterEach(() => {
  world.webhooks.isLosing = false;
});

const query = (text: string, values: unknown[] = []) => world.database.query(text, values);
const helpers = () => world.stripe.testHelpers.issuing;

/** Makes everything that is stored older. */
async function pass(interval: string): Promise<void> {
  await query(`update card_lists set read_until = read_until - '${interval}'::interval`);
  await query(`update card_requests set decided_at = decided_at - '${interval}'::interval`);
  await query(`update card_authorizations set created_at = created_at - '${interval}'::interval,
    next_read_at = next_read_at - '${interval}'::interval`);
  await query(`update card_events set received_at = received_at - '${interval}'::interval, next_at = now()`);
  await query(`update cards set read_at = read_at - '${interval}'::interval`);
  await query(`update card_holders set read_at = read_at - '${interval}'::interval`);
}

const cursors = async () => {
  const rows = await query(
    `select kind, extract(epoch from now() - read_until)::float8 < 60 as is_recent from card_lists order by kind`,
  );
  return rows.map(({ kind, is_recent: isRecent }) => [kind, isRecent]);
};
const RECENT = [
  ['authorizations', true],
  ['disputes', true],
  ['transactions', true],
];

test('CARD-6 after 48 hours without events, the issuer’s lists lead to the same state', async () => {
  const { cardId } = await world.newCard();
  await readLists(world.adapter);
  world.webhooks.isLosing = true;
  const first = await world.authorize(cardId);
  await helpers().authorizations.capture(first.id, { capture_amount: 800 });
  const second = await world.authorize(cardId, 500);
  await helpers().authorizations.reverse(second.id);
  await helpers().transactions.createForceCapture({ card: cardId, amount: 250 });
  await world.local.delivered();
  await pass('48 hours');
  expect(await world.operations(cardId)).toEqual(['hold 10000000', 'hold 5000000']);
  await readLists(world.adapter);
  expect((await world.operations(cardId)).sort()).toEqual([
    ...['capture 8000000', 'debit 2500000', 'hold 10000000', 'hold 5000000'],
    ...['release 2000000', 'release 5000000'],
  ]);
  expect(await cursors()).toEqual(RECENT);
  await pass('48 hours');
  await readLists(world.adapter);
  expect(await world.operations(cardId)).toHaveLength(6);
});

test('CARD-6 a card that isn’t known doesn’t stop a list, and its events are set aside after ten minutes', async () => {
  const { cardId } = await world.newCard();
  await readLists(world.adapter);
  const { id: foreign } = await world.card();
  world.webhooks.isLosing = true;
  await helpers().transactions.createForceCapture({ card: foreign, amount: 300 });
  await helpers().transactions.createForceCapture({ card: cardId, amount: 400 });
  await world.local.delivered();
  await pass('2 hours');
  await readLists(world.adapter);
  expect(await cursors()).toEqual(RECENT);
  expect(await world.operations(cardId)).toEqual(['debit 4000000']);
  const waiting = () =>
    query(
      `select attempts, set_aside_at is not null as is_set_aside, applied_at is not null as is_applied from card_events
        where content->'transaction'->>'cardId' = $1`,
      [foreign],
    );
  await applyEvents(world.adapter);
  expect(await waiting()).toEqual([{ attempts: 1, is_set_aside: false, is_applied: false }]);
  await pass('11 minutes');
  await applyEvents(world.adapter);
  expect(await waiting()).toEqual([{ attempts: 1, is_set_aside: true, is_applied: false }]);
  // Nothing more happens, until the operator has stored the card and requests another attempt.
  await readLists(world.adapter);
  await applyEvents(world.adapter);
  expect(await waiting()).toEqual([{ attempts: 1, is_set_aside: true, is_applied: false }]);
  await world.store(foreign);
  await query('update card_events set set_aside_at = null, next_at = now() where set_aside_at is not null');
  await applyEvents(world.adapter);
  expect(await world.operations(foreign)).toEqual(['debit 3000000']);
});

test('CARD-6 what a list has and can’t be applied yet is applied later', async () => {
  const { cardId } = await world.newCard();
  world.webhooks.isLosing = true;
  await helpers().transactions.createForceCapture({ card: cardId, amount: 400 });
  await query('delete from prices');
  await readLists(world.adapter);
  expect(await world.operations(cardId)).toEqual([]);
  expect(await cursors()).toEqual(RECENT);
  await setPrice(world.database, CARD_COIN.tUsdt, '1');
  await pass('1 minute');
  await applyEvents(world.adapter);
  expect(await world.operations(cardId)).toEqual(['debit 4000000']);
});

test('CARD-6 a list that can’t be read is read again from the same time', async () => {
  await readLists(world.adapter);
  await pass('3 hours');
  world.local.control({ do: 'fault', name: 'api_500', times: null });
  await expect(readLists(world.adapter)).rejects.toMatchObject({ name: 'IssuerRequestError' });
  world.local.control({ do: 'clear_faults' });
  expect(await cursors()).toEqual(RECENT.map(([kind]) => [kind, false]));
});

test('CARD-3 an approval that the issuer doesn’t know is released after a minute', async () => {
  const { cardId } = await world.newCard();
  await decideAt(approvalRequest(cardId, { authorizationId: 'iauth_lost' }));
  await readOutcomes(world.adapter);
  expect(await readReserved(world.database, cardId)).toMatchObject({ unplaced: '10000000' });
  await pass('61 seconds');
  await readOutcomes(world.adapter);
  expect(await readReserved(world.database, cardId)).toMatchObject({ unplaced: '0', day: '0' });
  expect(await world.operations(cardId)).toEqual(['hold 10000000 canceled']);
});

test('CARD-3 an approval whose event is lost is read after a minute', async () => {
  const { cardId } = await world.newCard();
  world.webhooks.isLosing = true;
  world.local.control({ do: 'fault', name: 'reply_late', times: 1 });
  await world.authorize(cardId);
  const { id } = await world.authorize(cardId, 200);
  await pass('61 seconds');
  await readOutcomes(world.adapter);
  expect(await world.operations(cardId)).toEqual(['hold 10000000 canceled', 'hold 2000000']);
  expect(await query('select status from card_authorizations where id = $1', [id])).toEqual([
    { status: 'pending' },
  ]);
});

test('CARD-6 an authorization that is open for a day is read once per hour', async () => {
  const { cardId } = await world.newCard();
  const { id } = await world.authorize(cardId);
  await world.settle();
  world.webhooks.isLosing = true;
  await helpers().authorizations.expire(id);
  await readOpenAuthorizations(world.adapter);
  expect(await world.operations(cardId)).toEqual(['hold 10000000']);
  await pass('25 hours');
  await readOpenAuthorizations(world.adapter);
  expect(await world.operations(cardId)).toEqual(['hold 10000000', 'release 10000000']);
});

describe('CARD-7 a purchase is declined', () => {
  const decide = async (cardId: string) => (await decideAt(approvalRequest(cardId))).reason;
  const at = async (cardId: string) => {
    const [row] = await query(
      'select c.status, c.issuer_status, h.status as holder from cards c join card_holders h on h.id = c.holder_id where c.id = $1',
      [cardId],
    );
    return row;
  };

  test('while its card is inactive at the issuer, and not after an earlier event that is applied late', async () => {
    const { cardId } = await world.newCard();
    world.webhooks.isLosing = true;
    await world.adapter.setStatus(cardId, 'inactive');
    await world.local.delivered();
    const late = world.webhooks.sent.at(-1);
    world.webhooks.isLosing = false;
    if (late) await world.call(late);
    await world.settle();
    expect(await at(cardId)).toEqual({ status: 'active', issuer_status: 'inactive', holder: 'active' });
    expect(await decide(cardId)).toBe('card_frozen');
    await world.adapter.setStatus(cardId, 'active');
    await query(`update card_events set applied_at = null where content->>'cardId' = $1`, [cardId]);
    await world.settle();
    expect(await decide(cardId)).toBe('approved');
  });

  test('once it is canceled at the issuer, also if the event is lost', async () => {
    const { cardId } = await world.newCard();
    world.webhooks.isLosing = true;
    await world.adapter.setStatus(cardId, 'canceled');
    await readStatuses(world.adapter);
    expect(await decide(cardId)).toBe('card_closed');
  });

  test('while its holder is blocked', async () => {
    const { cardId, holderId } = await world.newCard();
    await readStatuses(world.adapter);
    world.local.control({ do: 'block_cardholder', id: holderId });
    await world.settle();
    expect(await at(cardId)).toMatchObject({ holder: 'blocked' });
    expect(await decide(cardId)).toBe('holder_blocked');
  });

  test('and a status that was read earlier doesn’t replace a later one', async () => {
    const { cardId } = await world.newCard();
    const slow = {
      ...world.adapter,
      readCard: async (id: string) => {
        const card = await world.adapter.readCard(id);
        await world.adapter.setStatus(id, 'canceled');
        await readStatuses(world.adapter);
        return card;
      },
    };
    await readStatuses(slow);
    expect(await decide(cardId)).toBe('card_closed');
  });
});

test('CARD-5 credits that were refused for want of collected money are queued again, once the refusal is settled', async () => {
  const { cardId } = await world.newCard();
  const { id } = await world.authorize(cardId);
  const { transactions } = await helpers().authorizations.capture(id);
  await helpers().transactions.refund(transactions[0]?.id ?? '');
  await helpers().transactions.createUnlinkedRefund({ card: cardId, amount: 200 });
  await helpers().transactions.createUnlinkedRefund({ card: cardId, amount: 100 });
  await world.settle();
  const refuse = (amount: number, reason: string, block: number) =>
    query(
      `update card_operations set state = 'refused', reason = $3, block_number = $4
        where card_id = $1 and kind = 'credit' and amount_raw = $2 and state = 'queued'`,
      [cardId, amount, reason, block],
    );
  await query('update card_mirrors set block_number = 100');
  await refuse(10_000_000, 'InsufficientSettled', 36);
  await refuse(2_000_000, 'InsufficientSettled', 37);
  await refuse(1_000_000, 'AboveTaken', 36);
  const credits = async () =>
    (await world.operations(cardId)).filter((one) => one.startsWith('credit')).sort();
  await retryCredits();
  await retryCredits();
  const others = ['credit 1000000 refused', 'credit 10000000', 'credit 10000000 canceled'];
  expect(await credits()).toEqual([...others, 'credit 2000000 refused']);
  // It is a new one for the contract.
  const [row] = await query(
    'select count(distinct hold_id)::int as ids from card_operations where card_id = $1 and amount_raw = 10000000 and kind = $2',
    [cardId, 'credit'],
  );
  expect(row).toEqual({ ids: 2 });
  await refuse(10_000_000, 'InsufficientSettled', 101);
  await query('update card_mirrors set block_number = 165');
  await retryCredits();
  expect(await credits()).toEqual([
    ...['credit 1000000 refused', 'credit 10000000', 'credit 10000000 canceled', 'credit 10000000 canceled'],
    ...['credit 2000000', 'credit 2000000 canceled'],
  ]);
});

test('CARD-5 the credit of a dispute without an authorization is queued again, too', async () => {
  const { cardId } = await world.newCard();
  const forced = await helpers().transactions.createForceCapture({ card: cardId, amount: 250 });
  const evidence = { reason: 'fraudulent', fraudulent: { explanation: 'not me' } } as const;
  const dispute = await world.stripe.issuing.disputes.create({
    transaction: forced.id,
    amount: 250,
    evidence,
  });
  await world.stripe.issuing.disputes.submit(dispute.id);
  await world.settle();
  world.local.control({ do: 'close_dispute', id: dispute.id, status: 'won' });
  await world.settle();
  await query(
    `update card_operations set state = 'refused', reason = 'InsufficientSettled', block_number = 1 where card_id = $1 and kind = 'credit'`,
    [cardId],
  );
  await retryCredits();
  expect(await world.operations(cardId)).toEqual([
    ...['debit 2500000', 'credit 2500000 canceled', 'credit 2500000'],
  ]);
});
