import { warmUpDecisions } from '@/lib/server/card/decision/warm-up';
import { areaPool, CARD_CONNECTIONS } from '@/lib/server/db/database';
import {
  addCard,
  approvalRequest,
  CARD_COIN,
  type CardDatabase,
  decideAt,
  setPrice,
  startCardDatabase,
} from '../../support/card-database';

let database: CardDatabase;
beforeAll(async () => {
  database = await startCardDatabase();
});
afterAll(() => database?.stop());

test('CARD-2 before the first purchase, each connection for decisions is open and has prepared the statement', async () => {
  await warmUpDecisions();
  const pool = areaPool('card');
  expect([pool.totalCount, pool.idleCount]).toEqual([CARD_CONNECTIONS, CARD_CONNECTIONS]);
  expect(pool.options.idleTimeoutMillis).toBe(0);
  const clients = await Promise.all(Array.from({ length: CARD_CONNECTIONS }, () => pool.connect()));
  const prepared = await Promise.all(
    clients.map((client) => client.query(`select from pg_prepared_statements where name = 'card_decision'`)),
  );
  expect(prepared.map(({ rowCount }) => rowCount)).toEqual(clients.map(() => 1));
  for (const client of clients) client.release();
  for (const table of ['card_events', 'card_requests'])
    expect(await database.query(`select from ${table}`)).toEqual([]);
});

test('CARD-2 a warm decision is made, and nothing was left locked', async () => {
  await setPrice(database, CARD_COIN.tUsdt, '1');
  const { cardId } = await addCard(database);
  expect(await decideAt(approvalRequest(cardId))).toMatchObject({ reason: 'approved' });
});
