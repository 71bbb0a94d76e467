import type { Client } from 'pg';
import { decide } from '@/lib/server/card/decision/decide';
import { releaseRequest } from '@/lib/server/card/decision/release-request';
import { closeDatabase } from '@/lib/server/db/database';
import {
  addCard,
  approvalRequest,
  CARD_COIN,
  type CardDatabase,
  CHAIN_ID,
  decideAt,
  readReserved,
  setPrice,
  startCardDatabase,
} from '../../support/card-database';
import { until } from '../../support/until';

/** The issuer gives up after 2 s. */
const ISSUER_LIMIT_MS = 2_000;
const SIZE = 50;
const APPROVED = { isApproved: true, amount: null, reason: 'approved' };
const NOTHING = { unplaced: '0', day: '0', month: '0', queued: '0' };

let database: CardDatabase;
let other: Client;
beforeAll(async () => {
  database = await startCardDatabase();
  other = await database.connect();
});
afterAll(() => database?.stop());
beforeEach(() => setPrice(database, CARD_COIN.tUsdt, '1'));
afterEach(() => other.query('rollback'));

const isWaiting = () =>
  until(async () => {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and query like '%card%'`,
    );
    return row?.count;
  }, 'a statement that waits for a lock');

/** Returns how many decisions at the same time, on alternating cards of the account, are approved. */
async function race(cardIds: readonly string[]): Promise<number> {
  const replies = await Promise.all(
    Array.from({ length: SIZE }, (_, index) =>
      decideAt(approvalRequest(cardIds[index % cardIds.length] ?? '')),
    ),
  );
  expect(replies).toHaveLength(SIZE);
  return replies.filter(({ isApproved }) => isApproved).length;
}

test('CARD-2 50 decisions at once never reserve more than the balance', async () => {
  const first = await addCard(database, { balance: '305', dayLimit: '1000' });
  const second = await addCard(database, { dayLimit: '1000' });
  await database.query('update cards set account_id = $1 where id = $2', [first.accountId, second.cardId]);
  expect(await race([first.cardId, second.cardId])).toBe(30);
  const [one, two] = [
    await readReserved(database, first.cardId),
    await readReserved(database, second.cardId),
  ];
  expect(one.unplaced).toBe('300000000');
  expect(Number(one.day) + Number(two.day)).toBe(300_000_000);
  expect(Number(one.queued) + Number(two.queued)).toBe(300_000_000);
});

test('CARD-2 50 decisions at once never exceed a limit', async () => {
  const { cardId } = await addCard(database, { dayLimit: '125' });
  expect(await race([cardId])).toBe(12);
  expect(await readReserved(database, cardId)).toMatchObject({
    ...{ unplaced: '120000000', day: '120000000', month: '120000000', queued: '120000000' },
  });
});

test('CARD-3 the same event many times at once is decided once', async () => {
  const { cardId } = await addCard(database, { balance: '25' });
  const request = approvalRequest(cardId);
  const replies = await Promise.all(Array.from({ length: 20 }, () => decideAt(request)));
  expect(replies).toEqual(replies.map(() => APPROVED));
  expect(await readReserved(database, cardId)).toMatchObject({ unplaced: '10000000', holds: 1 });
});

test('CARD-3 the same event later gets the same reply, after a restart and whatever has changed', async () => {
  const { cardId } = await addCard(database, { balance: '10' });
  const [approved, declined] = [approvalRequest(cardId), approvalRequest(cardId)];
  expect(await decideAt(approved)).toEqual(APPROVED);
  const refusal = { isApproved: false, amount: null, reason: 'insufficient_funds' };
  expect(await decideAt(declined)).toEqual(refusal);
  await closeDatabase();
  await database.query(`update card_accounts set balance = balance * 9`);
  await database.query(`update cards set status = 'frozen' where id = $1`, [cardId]);
  expect(await decideAt({ ...approved, amount: 1n })).toEqual(APPROVED);
  expect(await decideAt(declined)).toEqual(refusal);
  expect(await readReserved(database, cardId)).toMatchObject({ unplaced: '10000000', holds: 1 });
});

test('CARD-2 a freeze that commits first declines a decision that began before', async () => {
  const { cardId } = await addCard(database);
  await other.query(`begin; update cards set status = 'frozen' where id = '${cardId}'`);
  const reply = decideAt(approvalRequest(cardId));
  await isWaiting();
  await other.query('commit');
  expect(await reply).toMatchObject({ isApproved: false, reason: 'card_frozen' });
  expect(await readReserved(database, cardId)).toMatchObject(NOTHING);
});

test('CARD-2 a withdrawal request that commits first is respected, too', async () => {
  const { cardId, accountId } = await addCard(database);
  await other.query(`begin; update card_accounts set leaving = balance where id = ${accountId}`);
  const reply = decideAt(approvalRequest(cardId));
  await isWaiting();
  await other.query('commit');
  expect(await reply).toMatchObject({ reason: 'insufficient_funds' });
});

test('CARD-2 a freeze after an approval leaves it, and declines the next one', async () => {
  const { cardId } = await addCard(database);
  const slow = await slowCommits();
  const approval = decideAt(approvalRequest(cardId));
  await until(slow.hasBegun, 'an approval that commits');
  // Waits for the approval, which has locked the card.
  await database.query(`update cards set status = 'frozen' where id = $1`, [cardId]);
  expect(await approval).toEqual(APPROVED);
  await slow.end();
  expect(await decideAt(approvalRequest(cardId))).toMatchObject({ reason: 'card_frozen' });
  expect(await readReserved(database, cardId)).toMatchObject({ unplaced: '10000000', holds: 1 });
});

/** Makes decisions take half a second to commit. */
async function slowCommits() {
  await other.query(`
    create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return null; end';
    create constraint trigger slow after insert on card_requests deferrable initially deferred
      for each row execute function slow()`);
  return {
    hasBegun: async () => {
      const { rows } = await other.query<{ pid: number }>(
        "select pid from pg_stat_activity where wait_event = 'PgSleep'",
      );
      return rows[0]?.pid;
    },
    end: () => other.query('drop trigger slow on card_requests; drop function slow'),
  };
}

describe('with the real deadline', () => {
  const timed = async (request: ReturnType<typeof approvalRequest>, sinceMs = 0) => {
    const startedAt = performance.now() - sinceMs;
    return { reply: await decide(request, { at: new Date(), startedAt }), ms: performance.now() - startedAt };
  };

  test.each(['cards', 'card_accounts'])(
    'CARD-3 while a row of %s is locked, purchases are declined',
    async (table) => {
      const { cardId, accountId } = await addCard(database);
      const id = table === 'cards' ? `'${cardId}'` : accountId;
      await other.query(`begin; select from ${table} where id = ${id} for update`);
      const { reply, ms } = await timed(approvalRequest(cardId));
      expect(reply).toEqual({ isApproved: false, amount: null, reason: 'unavailable' });
      expect(ms).toBeLessThan(ISSUER_LIMIT_MS);
      await other.query('rollback');
      expect(await readReserved(database, cardId)).toMatchObject(NOTHING);
      expect(await decideAt(approvalRequest(cardId))).toEqual(APPROVED);
    },
  );

  test('CARD-3 a decision that gets its lock too late declines', async () => {
    const { cardId } = await addCard(database);
    await other.query(`begin; select from cards where id = '${cardId}' for update`);
    const request = approvalRequest(cardId);
    const late = timed(request, 1_050);
    await isWaiting();
    const { reply } = await late;
    await other.query('rollback');
    expect(reply).toMatchObject({ reason: 'unavailable' });
    // It ends after its reply.
    const decided = await until(async () => {
      const text = 'select reason from card_requests where event_id = $1';
      return (await database.query(text, [request.eventId]))[0];
    }, 'the decision');
    expect(decided).toEqual({ reason: 'unavailable' });
    expect(await readReserved(database, cardId)).toMatchObject(NOTHING);
  });

  test('CARD-3 a request that was received too long ago isn’t even sent', async () => {
    const { cardId } = await addCard(database);
    const request = approvalRequest(cardId);
    expect((await timed(request, 1_150)).reply).toMatchObject({ reason: 'unavailable' });
    expect(await database.query('select from card_events where id = $1', [request.eventId])).toEqual([]);
  });

  test('CARD-3 an approval that commits after its deadline was declined, and is released', async () => {
    const { cardId } = await addCard(database, { balance: '10' });
    const slow = await slowCommits();
    const request = approvalRequest(cardId);
    const { reply, ms } = await timed(request, 800);
    expect(reply).toMatchObject({ isApproved: false, reason: 'unavailable' });
    expect(ms).toBeLessThan(ISSUER_LIMIT_MS);
    await until(
      async () => (await readReserved(database, cardId)).unplaced === '10000000',
      'the commit of the approval',
    );
    await slow.end();
    expect(await releaseRequest(request.eventId)).toBe(true);
    expect(await readReserved(database, cardId)).toEqual({ ...NOTHING, holds: 1 });
    expect(await decideAt(request)).toMatchObject({ isApproved: false, reason: 'unavailable' });
    expect(await decideAt(approvalRequest(cardId))).toEqual(APPROVED);
  });

  test('CARD-3 a decision whose connection is lost before it commits is declined and reserves nothing', async () => {
    const { cardId } = await addCard(database);
    const slow = await slowCommits();
    const request = approvalRequest(cardId);
    const lost = decideAt(request);
    const pid = await until(slow.hasBegun, 'a decision that commits');
    await other.query('select pg_terminate_backend($1)', [pid]);
    expect(await lost).toMatchObject({ reason: 'unavailable' });
    await slow.end();
    expect(await readReserved(database, cardId)).toMatchObject(NOTHING);
    expect(await decideAt(request)).toEqual(APPROVED);
  });
});

describe('CARD-3 a release', () => {
  test('happens once, and not at all if nothing was reserved', async () => {
    const { cardId } = await addCard(database, { balance: '10' });
    const [approved, declined] = [approvalRequest(cardId), approvalRequest(cardId)];
    await decideAt(approved);
    await decideAt(declined);
    const releases = await Promise.all(Array.from({ length: 8 }, () => releaseRequest(approved.eventId)));
    expect(releases.filter(Boolean)).toHaveLength(1);
    expect(await releaseRequest(declined.eventId)).toBe(false);
    expect(await releaseRequest('evt_unknown')).toBe(false);
    expect(await readReserved(database, cardId)).toEqual({ ...NOTHING, holds: 1 });
  });

  test.each([
    ['that was sent', 'sent', `state = 'sent'`],
    ['whose transaction reverted, and could be mined again,', 'queued', `chain_hold_id = hold_id`],
  ])('of a hold %s is sent after it, and the amount stays reserved until then', async (_, state, change) => {
    const { cardId } = await addCard(database);
    const request = approvalRequest(cardId);
    await decideAt(request);
    await database.query(`update card_operations set ${change} where event_id = $1`, [request.eventId]);
    expect(await releaseRequest(request.eventId)).toBe(true);
    expect(await readReserved(database, cardId)).toMatchObject({
      unplaced: '10000000',
      day: '0',
      month: '0',
    });
    const operations = await database.query(
      `select kind, state, amount_raw, chain_id::int, count(*) over (partition by hold_id)::int as same_hold
        from card_operations where event_id = $1 order by id`,
      [request.eventId],
    );
    const row = { amount_raw: '10000000', chain_id: CHAIN_ID, same_hold: 2 };
    expect(operations).toEqual([
      { ...row, kind: 'hold', state },
      { ...row, kind: 'release', state: 'queued' },
    ]);
  });

  test.each([
    ['2027-05-11T00:00:00Z', '10000000', '10000000'],
    ['2027-06-01T00:00:00Z', '10000000', '10000000'],
    ['2027-05-10T23:00:00Z', '10000000', '10000000'],
  ])('counts only within its day and month, after a purchase at %s', async (next, day, month) => {
    const { cardId } = await addCard(database);
    const request = approvalRequest(cardId);
    await decideAt(request, new Date('2027-05-10T12:00:00Z'));
    await decideAt(approvalRequest(cardId), new Date(next));
    await releaseRequest(request.eventId);
    expect(await readReserved(database, cardId)).toMatchObject({ unplaced: '10000000', day, month });
  });

  test('at the same time as decisions leaves the sums right', async () => {
    const { cardId } = await addCard(database, { balance: '100' });
    const requests = Array.from({ length: 10 }, () => approvalRequest(cardId));
    await Promise.all(requests.map((request) => decideAt(request)));
    await Promise.all([
      ...requests.map(({ eventId }) => releaseRequest(eventId)),
      ...Array.from({ length: 10 }, () => decideAt(approvalRequest(cardId))),
    ]);
    const { unplaced, day, month, queued } = await readReserved(database, cardId);
    expect([day, month, queued]).toEqual([unplaced, unplaced, unplaced]);
    expect(BigInt(unplaced)).toBeLessThanOrEqual(100_000_000n);
  });
});
