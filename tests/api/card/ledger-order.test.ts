import fc from 'fast-check';
import { applyEvents } from '@/lib/server/card/ledger/apply-events';
import { MERCHANTS } from '@/scripts/issuer/scenarios/merchants';
import { playScenario } from '@/scripts/issuer/scenarios/play';
import { CARD_COIN, setPrice } from '../../support/card-database';
import { type CardWorld, type SentWebhook, startCardWorld } from '../../support/card-world';

/** Tables that events change, so that a later one refers to those before. */
const TABLES = [
  ...['card_accounts', 'cards', 'card_events', 'card_requests', 'card_operations'],
  ...['card_authorizations', 'card_transactions', 'card_disputes'],
] as const;
const RUNS = { numRuns: 5 };
/** What each scenario costs in the end, in US cents. */
const TAKEN = {
  cafe: 450,
  restaurant: 7_080,
  fuel: 4_210,
  hotel: 28_200,
  taxi: 2_340,
  subscription: 1_998,
  // A part was refunded, and a dispute about the rest was won.
  shop: 0,
  atm: 10_300,
  abroad: 1_042,
};

let world: CardWorld;
let events: SentWebhook[];
beforeAll(async () => {
  world = await startCardWorld();
  // Recent for an hour, whatever time the test takes.
  await setPrice(world.database, CARD_COIN.tUsdt, '1', -3_600);
  world.webhooks.isLosing = true;
  for (const merchant of MERCHANTS) {
    const { cardId } = await world.newCard({ dayLimit: '1000' });
    const { transactions } = await playScenario(world.stripe, cardId, merchant);
    const [first] = transactions;
    if (merchant.id === 'shop' && first) {
      const evidence = { reason: 'fraudulent', fraudulent: { explanation: 'not me' } } as const;
      const dispute = { transaction: first.id, amount: 5_000, evidence };
      const { id } = await world.stripe.issuing.disputes.create(dispute);
      await world.stripe.issuing.disputes.submit(id);
      world.local.control({ do: 'close_dispute', id, status: 'won' });
    }
  }
  await world.local.delivered();
  events = world.webhooks.sent.filter(({ path }) => path === 'events');
  // What is stored when only the decisions were made.
  for (const table of TABLES) await world.database.query(`create table saved_${table} as table ${table}`);
});
afterAll(() => world?.stop());

async function restore(): Promise<void> {
  const { query } = world.database;
  for (const table of [...TABLES].reverse()) await query(`delete from ${table}`);
  for (const table of TABLES) await query(`insert into ${table} select * from saved_${table}`);
}

/** Returns what the contract gets to per card: what is held, what was taken and returned, and what counts against limits. */
const outcome = () =>
  world.database.query(
    `select c.id, c.used_per_day, a.unplaced,
        coalesce(sum(o.amount_raw) filter (where o.kind = 'hold'), 0)
          - coalesce(sum(o.amount_raw) filter (where o.kind in ('release', 'capture')), 0) as held,
        coalesce(sum(o.amount_raw) filter (where o.kind in ('capture', 'debit')), 0)
          - coalesce(sum(o.amount_raw) filter (where o.kind = 'credit'), 0) as taken
      from cards c join card_accounts a on a.id = c.account_id
        left join card_operations o on o.card_id = c.id and o.state <> 'canceled'
      group by c.id, a.unplaced order by c.created_at`,
  );

/** Applies all events. One that had to wait for another, such as a dispute for its transaction, is due at once. */
async function apply(): Promise<void> {
  let open = events.length;
  for (let round = 0; round < 3 && open > 0; round += 1) {
    await applyEvents(world.adapter);
    const waiting = await world.database.query(
      'update card_events set next_at = now() where content is not null and applied_at is null returning id',
    );
    open = waiting.length;
  }
  expect(open).toBe(0);
}

test('CARD-5 events in any order, twice, and applied at any time lead to the same state', async () => {
  for (const event of events) expect((await world.call(event)).status).toBe(200);
  await apply();
  const expected = await outcome();
  expect(expected.map(({ taken }) => Number(taken) / 10_000)).toEqual(Object.values(TAKEN));
  const twice = [...events.keys(), ...events.keys()];
  const property = fc.asyncProperty(
    fc.shuffledSubarray(twice, { minLength: twice.length, maxLength: twice.length }),
    fc.integer({ min: 1, max: 40 }),
    async (order, batch) => {
      await restore();
      for (const [index, place] of order.entries()) {
        expect((await world.call(events[place] as SentWebhook)).status).toBe(200);
        if (index % batch === 0) await applyEvents(world.adapter);
      }
      await apply();
      expect(await outcome()).toEqual(expected);
    },
  );
  await fc.assert(property, RUNS);
});
