import { Client } from 'pg';
import { POST as create } from '@/app/api/card/create/route';
import { POST as update } from '@/app/api/card/update/route';
import { card } from '@/lib/api/schemas/card';
import { applyAuthorization } from '@/lib/server/card/ledger/apply-fact';
import { peerHeader } from '@/lib/server/http/connections';
import { requiredIssuer } from '@/lib/server/issuer/configured-issuer';
import { readAuthorization } from '@/lib/server/issuer/stripe/read-facts';
import { log } from '@/lib/server/log';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { callRoute } from '../../support/api-call';
import { type CardSite, type CardUser, HOLDER, startCardSite } from '../../support/card-site';
import { ORIGIN } from '../../support/plain-chains';
import { until } from '../../support/until';

let site: CardSite;
let alice: CardUser;
let bob: CardUser;

beforeAll(async () => {
  site = await startCardSite();
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(log, level).mockImplementation(() => undefined);
  alice = await site.user(demoAccount(1));
  bob = await site.user(demoAccount(2));
});
afterAll(() => site?.stop());
afterEach(() => {
  site.local.control({ do: 'clear_faults' });
});

const issued = (id: string) => site.stripe.issuing.cards.retrieve(id);
const shipping = { name: 'Quillon Fearnought', address: HOLDER.address };

/** Creates the card that replaces another one. */
const replace = async (
  id: string,
  reason: string,
  { number, ...more }: Record<string, unknown> = {},
  user = alice,
) =>
  user.create({
    ...{ chainId: user.chain.id, number: number ?? (await user.open()), type: 'virtual' },
    ...{ replaces: { id, reason }, ...more },
  });
const freezes = (id: string) =>
  site.query("select state from card_operations where card_id = $1 and kind = 'freeze'", [id]);

describe('CARD-52 a lost or stolen card', () => {
  test('is canceled with its reason, and frozen in the contract, before the new one exists', async () => {
    const old = await alice.newCard();
    await site.setBalance(alice, '100');
    const number = await alice.open();
    const { code, data } = await replace(old.id, 'stolen', { number });
    expect(code).toBe(200);
    const made = card.parse(data);
    expect(made).toMatchObject({ number, replaces: old.id, canBeReplaced: true });
    expect(made.lastFour).not.toBe(old.lastFour);
    expect(await issued(old.id)).toMatchObject({ status: 'canceled', cancellation_reason: 'stolen' });
    expect(await issued(made.id)).toMatchObject({
      status: 'active',
      replacement_for: old.id,
      replacement_reason: 'stolen',
    });
    expect(await alice.find(old.id)).toMatchObject({
      status: 'closed',
      canBeReplaced: false,
      frozen: { server: true, issuer: true, chain: false },
    });
    expect(await freezes(old.id)).toHaveLength(1);
    // The same call again returns the same card, and changes nothing.
    expect((await replace(old.id, 'stolen', { number })).data).toMatchObject({ id: made.id });
    expect(await freezes(old.id)).toHaveLength(1);
    await site.setBalance(alice, '100');
    expect((await site.authorize(old.id)).approved).toBe(false);
    expect((await site.authorize(made.id)).approved).toBe(true);
  });

  test('stays canceled if the new one can’t be created yet, and the same call finishes it', async () => {
    const old = await alice.newCard();
    const number = await alice.open();
    await callRoute(update, { token: alice.token, json: true, body: { id: old.id, freeze: true } });
    expect((await issued(old.id)).status).toBe('inactive');
    site.local.control({ do: 'fault', name: 'api_500', times: null });
    expect(await replace(old.id, 'lost', { number })).toMatchObject({ code: 503 });
    site.local.control({ do: 'clear_faults' });
    // Canceled, but not replaced: a process that ended between the two.
    await site.stripe.issuing.cards.update(old.id, { status: 'canceled', cancellation_reason: 'lost' });
    await until(async () => (await alice.find(old.id))?.status === 'closed', 'the server has read it');
    expect(await alice.find(old.id)).toMatchObject({ canBeReplaced: true });
    site.local.control({ do: 'fault', name: 'api_lost_reply', times: 1 });
    const { code, data } = await replace(old.id, 'lost', { number });
    expect(code).toBe(200);
    expect(await issued(card.parse(data).id)).toMatchObject({ status: 'active', replacement_for: old.id });
  });
});

test('CARD-52 a lost card is canceled later, although the issuer repeats a failure for the same key', async () => {
  const old = await alice.newCard();
  const number = await alice.open();
  site.local.control({ do: 'fault', name: 'api_500_kept', times: null });
  expect(await replace(old.id, 'lost', { number })).toMatchObject({ code: 503 });
  site.local.control({ do: 'clear_faults' });
  expect((await issued(old.id)).status).not.toBe('canceled');
  expect(await replace(old.id, 'lost', { number })).toMatchObject({ code: 200 });
  expect((await issued(old.id)).status).toBe('canceled');
});

test('CARD-52 two requests at once, on two instances, create one replacement', async () => {
  const old = await alice.newCard();
  const numbers = [await alice.open(), await alice.open()];
  // Another instance has modules of its own.
  const routes = [create];
  await jest.isolateModulesAsync(async () => {
    routes.push((await import('@/app/api/card/create/route')).POST);
  });
  const lock = new Client({ connectionString: site.backend.databaseUrl });
  await lock.connect();
  // Both create the card at the issuer before either stores it.
  await lock.query('begin; lock table cards in share mode');
  const calls = routes.map((route, index) =>
    route(
      new Request(`${ORIGIN}/api/card/create`, {
        method: 'POST',
        headers: {
          ...{ Origin: ORIGIN, Authorization: `Bearer ${alice.token}`, 'Content-Type': 'application/json' },
          [peerHeader()]: '127.0.0.1',
        },
        body: JSON.stringify({
          ...{ chainId: alice.chain.id, number: numbers[index], type: 'virtual' },
          replaces: { id: old.id, reason: 'damaged' },
        }),
      }),
      { params: Promise.resolve({}) },
    ),
  );
  await until(async () => {
    const [row] = await site.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'insert into "cards"%'`,
    );
    return row?.waiting === 2;
  }, 'two instances that store the card');
  await lock.query('commit');
  await lock.end();
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const made = await Promise.all(answers.map((answer) => answer.json()));
  const [id, other] = made.map(({ data }) => card.parse(data).id);
  expect(other).toBe(id);
  const { data } = await site.stripe.issuing.cards.list({ limit: 100 });
  expect(data.filter(({ replacement_for }) => replacement_for === old.id)).toHaveLength(1);
});

describe('CARD-52 a damaged or expired card', () => {
  test('that is virtual is canceled when the new one with its number is active', async () => {
    const old = await alice.newCard();
    const made = card.parse((await replace(old.id, 'expired')).data);
    expect(made.lastFour).toBe(old.lastFour);
    expect((await issued(made.id)).status).toBe('active');
    expect((await issued(old.id)).status).toBe('canceled');
    expect(await alice.find(old.id)).toMatchObject({ status: 'closed', canBeReplaced: false });
    expect(await freezes(old.id)).toHaveLength(1);
  });

  test('that is physical works until the new one has arrived', async () => {
    const old = await site.newPhysicalCard(alice);
    const { data } = await replace(old, 'damaged', { type: 'physical', shipping });
    const { id } = card.parse(data);
    expect((await issued(id)).status).toBe('inactive');
    await site.setBalance(alice, '100');
    expect(await alice.find(old)).toMatchObject({ status: 'active', canBeReplaced: false });
    expect((await site.authorize(old)).approved).toBe(true);
    const { cards } = site.stripe.testHelpers.issuing;
    await cards.shipCard(id);
    await cards.deliverCard(id);
    await until(async () => (await alice.find(id))?.status === 'active', 'the new card became active');
    expect((await issued(old)).status).toBe('canceled');
    expect(await alice.find(old)).toMatchObject({ status: 'closed', frozen: { server: true, issuer: true } });
    expect(await freezes(old)).toHaveLength(1);
  });
});

test('CARD-52 replacing a card that never arrived also ends the one that it replaces', async () => {
  const old = await site.newPhysicalCard(alice);
  const more = { type: 'physical', shipping };
  const lost = card.parse((await replace(old, 'damaged', more)).data);
  expect((await issued(old)).status).toBe('active');
  expect((await replace(lost.id, 'lost', more)).code).toBe(200);
  for (const id of [old, lost.id]) {
    expect((await issued(id)).status).toBe('canceled');
    expect(await alice.find(id)).toMatchObject({ status: 'closed', canBeReplaced: false });
  }
});

test('CARD-52 the purchases of a replaced card stay on it, also if the issuer names the new one', async () => {
  const old = await alice.newCard();
  await site.setBalance(alice, '100');
  const bought = await site.authorize(old.id, 1_000);
  const refunded = await site.authorize(old.id, 2_000);
  await site.applied();
  const made = card.parse((await replace(old.id, 'lost')).data);
  const { authorizations, transactions } = site.stripe.testHelpers.issuing;
  await authorizations.capture(bought.id);
  const captured = await authorizations.capture(refunded.id);
  const [capture] = captured.transactions;
  if (!capture) throw new Error('nothing was captured');
  await transactions.refund(capture.id);
  await site.applied();
  const operations = (id: string) =>
    site.query<{ kind: string; state: string; card_id: string }>(
      "select kind, card_id from card_operations where authorization_id = $1 and kind <> 'freeze' order by id",
      [id],
    );
  expect((await operations(bought.id)).map(({ kind }) => kind)).toEqual(['hold', 'capture']);
  expect((await operations(refunded.id)).map(({ kind }) => kind)).toEqual(['hold', 'capture', 'credit']);

  // The issuer moves an open authorization to the new card.
  const moved = await site.stripe.issuing.authorizations.retrieve(bought.id);
  await applyAuthorization(requiredIssuer(), readAuthorization({ ...moved, card: made.id }), true);
  const [stored] = await site.query<{ card_id: string }>(
    'select card_id from card_authorizations where id = $1',
    [bought.id],
  );
  expect(stored?.card_id).toBe(old.id);
  expect(new Set((await operations(bought.id)).map(({ card_id }) => card_id))).toEqual(new Set([old.id]));
});

describe('CARD-52 a card isn’t replaced', () => {
  test('twice, or after its owner has closed it', async () => {
    const old = await alice.newCard();
    expect(await replace(old.id, 'lost')).toMatchObject({ code: 200 });
    const refused = { code: 422, data: { reason: 'cardNotReplaceable' } };
    expect(await replace(old.id, 'lost')).toMatchObject(refused);
    const closed = await alice.newCard();
    await site.query("update cards set status = 'closed' where id = $1", [closed.id]);
    expect(await replace(closed.id, 'lost')).toMatchObject(refused);
  });

  test('by another account, by a card of another type, or without a reason', async () => {
    const old = await alice.newCard();
    await bob.newCard();
    expect(await replace(old.id, 'stolen', {}, bob)).toMatchObject({ code: 404 });
    expect(await replace(old.id, 'lost', { type: 'physical', shipping })).toMatchObject({
      code: 422,
      data: { reason: 'cardReplacementDiffers' },
    });
    expect(await replace(old.id, 'bored')).toMatchObject({ code: 400 });
    expect((await issued(old.id)).status).toBe('active');
    expect(await alice.find(old.id)).toMatchObject({ status: 'active', canBeReplaced: true });
  });
});
