import { createCardJobs } from '@/lib/server/card/card-jobs';
import type { Leader } from '@/lib/server/db/leader';
import type { Issuer } from '@/lib/server/issuer/issuer';
import { CARD_COIN, setPrice } from '../../support/card-database';
import { type CardWorld, startCardWorld } from '../../support/card-world';
import { until } from '../../support/until';

let world: CardWorld;
const instances: { jobs: Leader; calls: string[] }[] = [];

/** Returns the issuer, which notes what is called with which object. */
function noting(issuer: Issuer, calls: string[]): Issuer {
  return new Proxy(issuer, {
    get: (target, name: keyof Issuer) => {
      const value = target[name];
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        calls.push(`${name} ${String(given[0])}`);
        return Reflect.apply(value, target, given);
      };
    },
  });
}

beforeAll(async () => {
  world = await startCardWorld();
  await setPrice(world.database, CARD_COIN.tUsdt, '1');
  await setPrice(world.database, CARD_COIN.eth, '2500');
});
afterAll(async () => {
  await Promise.all(instances.map(({ jobs }) => jobs.stop()));
  await world?.stop();
});

const newCards = async (): Promise<string[]> => {
  const cards: string[] = [];
  for (let count = 0; count < 3; count += 1) cards.push((await world.newCard()).cardId);
  return cards;
};
const leading = () => instances.filter(({ jobs }) => jobs.isLeading);
const each = (name: string, ids: readonly string[]) => ids.map((id) => `${name} ${id}`).sort();
/** Returns the calls for some objects, by instance. */
const callsOf = (name: string, ids: readonly string[]) =>
  instances.map(({ calls }) => calls.filter((call) => each(name, ids).includes(call)).sort());

/** Freezes cards, and waits until the jobs have set them inactive at the issuer. */
async function freeze(cardIds: readonly string[]): Promise<void> {
  await world.database.query(`update cards set status = 'frozen' where id = any($1)`, [cardIds]);
  await until(async () => {
    const open = await world.database.query(
      `select from cards where id = any($1) and issuer_status <> 'inactive'`,
      [cardIds],
    );
    return open.length === 0;
  }, 'cards that are inactive at the issuer');
}

/** Buys something whose outcome no event has reported for two minutes. */
async function buyUnreported(cardId: string): Promise<string> {
  world.webhooks.isLosing = true;
  const { id } = await world.authorize(cardId);
  await world.local.delivered();
  await world.database.query(`update card_requests set decided_at = now() - interval '2 minutes'`);
  return id;
}

test('CARD-6 of two instances one runs the jobs, and the other one takes over', async () => {
  const [first, second] = [await newCards(), await newCards()];
  const { cardId: buyer } = await world.newCard();
  for (const calls of [[], []] as string[][])
    instances.push({ jobs: createCardJobs(noting(world.adapter, calls)), calls });
  for (const { jobs } of instances) jobs.start();
  await until(async () => leading().length > 0, 'an instance that runs the jobs');
  await freeze(first);
  expect(leading()).toHaveLength(1);
  const inOrder = <Item>(items: readonly Item[], isFirst: boolean) =>
    isFirst ? [...items] : [...items].reverse();
  const isFirst = instances[0]?.jobs.isLeading === true;
  expect(inOrder(callsOf('setStatus', first), isFirst)).toEqual([each('setStatus', first), []]);

  const authorization = await buyUnreported(buyer);
  await leading()[0]?.jobs.stop();
  await until(async () => leading().length > 0, 'another instance that runs the jobs');
  await freeze(second);
  await until(async () => callsOf('readAuthorization', [authorization]).flat().length > 0, 'the outcome');
  expect(inOrder(callsOf('setStatus', second), isFirst)).toEqual([[], each('setStatus', second)]);
  expect(inOrder(callsOf('setStatus', first), isFirst)).toEqual([each('setStatus', first), []]);
  expect(callsOf('readAuthorization', [authorization]).flat()).toHaveLength(1);
});
