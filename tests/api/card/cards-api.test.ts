import { POST as create } from '@/app/api/card/create/route';
import { POST as reveal } from '@/app/api/card/ephemeralKey/route';
import { GET as list } from '@/app/api/card/list/route';
import { POST as update } from '@/app/api/card/update/route';
import { card, cardRevealKey } from '@/lib/api/schemas/card';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { followLimits, followStatuses } from '@/lib/server/card/follow-issuer';
import { requiredIssuer } from '@/lib/server/issuer/configured-issuer';
import { log } from '@/lib/server/log';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { callRoute } from '../../support/api-call';
import {
  type CardSite,
  type CardUser,
  cardContract,
  FRAME_ORIGIN,
  HOLDER,
  startCardSite,
} from '../../support/card-site';
import { until } from '../../support/until';

const [perDay, perMonth] = ['500000000', '2000000000'];
let site: CardSite;
let alice: CardUser;
let bob: CardUser;
/** Everything that was logged. */
const logged: string[] = [];

beforeAll(async () => {
  site = await startCardSite();
  jest.spyOn(log, 'hasInfo').mockReturnValue(true);
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(log, level).mockImplementation((...entry: unknown[]) => {
      logged.push(JSON.stringify(entry));
    });
  alice = await site.user(demoAccount(1));
  bob = await site.user(demoAccount(2));
});
afterAll(() => site?.stop());
afterEach(() => {
  site.local.control({ do: 'clear_faults' });
});

const at = (token: string, body: Record<string, unknown>) => ({ token, json: true, body });
const issued = (id: string) => site.stripe.issuing.cards.retrieve(id);
const all = () => site.stripe.issuing.cards.list({ limit: 100 });

describe('CARD-40 the list has the operator’s terms, and the account’s own cards', () => {
  test('without cards', async () => {
    const { program, holder, accounts, cards } = await bob.list();
    expect(program).toMatchObject({
      isAvailable: true,
      currency: 'usd',
      countries: expect.arrayContaining(['DE', 'US']),
      frameOrigin: FRAME_ORIGIN,
      defaultLimits: { perDay: '50000', perMonth: '200000', offlinePerMonth: '10000', overCaptureBps: 2_000 },
      maxLimits: { perDay: '1000000', perMonth: '3000000' },
    });
    expect(program.accounts).toMatchObject(
      site.backend.chains.map((chain) => ({
        chainId: chain.id,
        contract: chain.cardAccount,
        token: chain.token,
        coinId: 2,
        decimals: 6,
      })),
    );
    expect([holder, accounts, cards]).toEqual([null, [], []]);
  });

  test('used amounts are those of today and of this month', async () => {
    const { id } = await alice.newCard();
    const use = (day: string) =>
      site.query(`update cards set used_on = ${day}, used_per_day = 3, used_per_month = 7 where id = $1`, [
        id,
      ]);
    await use('current_date');
    expect(await alice.find(id)).toMatchObject({ usedPerDay: '3', usedPerMonth: '7' });
    await use('current_date - 40');
    expect(await alice.find(id)).toMatchObject({ usedPerDay: '0', usedPerMonth: '0' });
    await use('null');
    expect(await alice.find(id)).toMatchObject({ usedPerDay: '0', usedPerMonth: '0' });
  });
});

describe('CARD-41 a card that was opened in the contract is created at the issuer once', () => {
  test('with its limits, and the same call again returns it', async () => {
    const number = await bob.open();
    const body = { chainId: bob.chain.id, number, type: 'virtual', holder: HOLDER };
    const first = await bob.create(body);
    expect(first).toMatchObject({
      code: 200,
      data: {
        number,
        chainId: bob.chain.id,
        contract: bob.chain.cardAccount,
        token: bob.chain.token,
        // Until the sender has read the account again.
        status: 'opening',
        frozen: { server: false, issuer: false, chain: false },
        shipping: null,
        dayLimit: perDay,
        monthLimit: perMonth,
      },
    });
    const { id, lastFour } = card.parse(first.data);
    const before = (await all()).data.length;
    expect((await bob.create({ ...body, holder: undefined })).data).toEqual(first.data);
    expect((await all()).data.length).toBe(before);
    const made = await issued(id);
    expect([made.last4, made.status]).toEqual([lastFour, 'active']);
    // Stripe's default of 500 a day would decline what the contract allows.
    expect(made.spending_controls.spending_limits).toMatchObject([
      { amount: 1_000_000, interval: 'daily' },
      { amount: 3_000_000, interval: 'monthly' },
    ]);
    expect((await bob.list()).holder).toEqual({ country: 'DE', status: 'active' });
    expect(await bob.create({ ...body, type: 'physical' })).toMatchObject({
      code: 409,
      data: { reason: 'cardType' },
    });
  });

  test('although the issuer’s answers were lost', async () => {
    const number = await alice.open();
    const before = (await all()).data.length;
    site.local.control({ do: 'fault', name: 'api_lost_reply', times: 1 });
    const answer = await alice.create({ chainId: alice.chain.id, number, type: 'virtual', holder: HOLDER });
    expect(answer).toMatchObject({ code: 200, data: { number } });
    expect((await all()).data.length).toBe(before + 1);
  });

  test('concurrent calls create one card', async () => {
    const number = await alice.open();
    const before = (await all()).data.length;
    const body = { chainId: alice.chain.id, number, type: 'virtual', holder: HOLDER };
    const answers = await Promise.all([alice.create(body), alice.create(body), alice.create(body)]);
    expect(new Set(answers.map(({ data }) => card.parse(data).id)).size).toBe(1);
    expect((await all()).data.length).toBe(before + 1);
  });

  test('an issuer that is down can be called again', async () => {
    const number = await alice.open();
    const body = { chainId: alice.chain.id, number, type: 'virtual', holder: HOLDER };
    site.local.control({ do: 'fault', name: 'api_500', times: null });
    expect(await alice.create(body)).toMatchObject({ code: 503 });
    expect((await alice.list()).cards.some((one) => one.number === number)).toBe(false);
    site.local.control({ do: 'clear_faults' });
    expect(await alice.create(body)).toMatchObject({ code: 200, data: { number } });
  });

  test('a physical card is opening until it has arrived', async () => {
    const number = await alice.open();
    const body = { chainId: alice.chain.id, number, type: 'physical', holder: HOLDER };
    expect(await alice.create(body)).toMatchObject({ code: 422, data: { reason: 'cardShippingNeeded' } });
    const shipping = { name: 'Quillon Fearnought', address: HOLDER.address };
    const { data } = await alice.create({ ...body, shipping });
    const { id } = card.parse(data);
    expect(data).toMatchObject({ type: 'physical', status: 'opening', shipping: 'pending' });
    expect((await issued(id)).status).toBe('inactive');
    const { cards } = site.stripe.testHelpers.issuing;
    await cards.shipCard(id);
    await until(async () => (await alice.find(id))?.shipping === 'shipped', 'the card was shipped');
    await cards.deliverCard(id);
    await site.query('update card_accounts set block_number = 1');
    await until(async () => (await alice.find(id))?.status === 'active', 'the card became active');
    expect((await issued(id)).status).toBe('active');
  });
});

describe('CARD-41 a card isn’t created', () => {
  test.each<[what: string, code: number, reason: string, body: () => Promise<Record<string, unknown>>]>([
    ['that isn’t opened', 422, 'cardNotOpened', async () => ({ number: 4_000_000 })],
    ['beyond the contract’s numbers', 422, 'cardNotOpened', async () => ({ number: 2 ** 40 })],
    [
      'that spends the native currency',
      422,
      'unknownToken',
      async () => ({ number: await alice.open(undefined, NATIVE_TOKEN) }),
    ],
    ['of another account', 422, 'cardNotYours', async () => ({ number: await bob.open() })],
    [
      'that another account has created',
      422,
      'cardNotYours',
      async () => ({ number: (await bob.newCard()).number }),
    ],
  ])('%s', async (_, code, reason, body) => {
    const answer = await alice.create({
      ...{ chainId: alice.chain.id, type: 'virtual', holder: HOLDER },
      ...(await body()),
    });
    expect(answer).toMatchObject({ code, data: { reason } });
  });

  test('for a country without cards, a new holder without details, or a closed card', async () => {
    const carol = await site.user(demoAccount(3));
    const number = await carol.open();
    const body = { chainId: carol.chain.id, number, type: 'virtual' };
    expect(await carol.create(body)).toMatchObject({ code: 422, data: { reason: 'cardHolderNeeded' } });
    const abroad = { ...HOLDER, address: { ...HOLDER.address, country: 'KP' } };
    expect(await carol.create({ ...body, holder: abroad })).toMatchObject({
      code: 422,
      data: { reason: 'cardCountry' },
    });
    expect(await carol.create({ ...body, holder: { ...HOLDER, hasAcceptedTerms: false } })).toMatchObject({
      code: 400,
    });
    const hash = await carol.client.writeContract({
      address: cardContract(carol.chain),
      abi: cardAccountAbi,
      functionName: 'setStatus',
      args: [number, 3],
    });
    await carol.client.waitForTransactionReceipt({ hash });
    expect(await carol.create({ ...body, holder: HOLDER })).toMatchObject({
      code: 422,
      data: { reason: 'cardClosed' },
    });
    expect((await carol.list()).holder).toBeNull();
  });
});

describe('CARD-42 freezing', () => {
  test('is one call: the server and the issuer at once, and the contract through the sender', async () => {
    const { id } = await alice.newCard();
    await site.setBalance(alice, '100');
    expect((await site.authorize(id)).approved).toBe(true);
    const answer = await callRoute(update, at(alice.token, { id, freeze: true }));
    expect(answer).toMatchObject({
      code: 200,
      data: { status: 'frozen', frozen: { server: true, issuer: true, chain: false } },
    });
    expect((await issued(id)).status).toBe('inactive');
    expect((await site.authorize(id)).approved).toBe(false);
    const operations = () =>
      site.query<{ state: string }>(
        "select state from card_operations where card_id = $1 and kind = 'freeze'",
        [id],
      );
    expect(await operations()).toEqual([{ state: 'queued' }]);
    // Again: nothing changes.
    expect((await callRoute(update, at(alice.token, { id, freeze: true }))).data).toEqual(answer.data);
    expect(await operations()).toHaveLength(1);

    await site.query("update card_operations set state = 'posted' where card_id = $1 and kind = 'freeze'", [
      id,
    ]);
    expect((await alice.find(id))?.frozen).toEqual({ server: true, issuer: true, chain: true });
    // The owner has unfrozen it in the contract, and the sender has read that.
    await site.query("update cards set status = 'active' where id = $1", [id]);
    await site.query('update card_accounts set block_number = 1');
    await until(async () => (await alice.find(id))?.status === 'active', 'the issuer followed');
    expect((await issued(id)).status).toBe('active');
  });

  test.each([
    ['', 'api_500'],
    [', and would repeat its failure for the same key', 'api_500_kept'],
  ] as const)('declines at once if the issuer is down%s, and a job repeats the request', async (_, name) => {
    const { id } = await alice.newCard();
    site.local.control({ do: 'fault', name, times: null });
    expect(await callRoute(update, at(alice.token, { id, freeze: true }))).toMatchObject({
      code: 200,
      data: { status: 'frozen', frozen: { server: true, issuer: false, chain: false } },
    });
    site.local.control({ do: 'clear_faults' });
    expect((await site.authorize(id)).approved).toBe(false);
    await until(async () => (await alice.find(id))?.frozen.issuer, 'the issuer has frozen it');
    expect((await issued(id)).status).toBe('inactive');
  });

  test('a card that the issuer has deactivated stays so until its owner changes it', async () => {
    const { id } = await alice.newCard();
    await site.stripe.issuing.cards.update(id, { status: 'inactive' });
    await until(async () => (await alice.find(id))?.frozen.issuer, 'the server has read it');
    await followStatuses(requiredIssuer());
    expect(await alice.find(id)).toMatchObject({
      status: 'frozen',
      frozen: { server: false, issuer: true, chain: false },
    });
    expect((await issued(id)).status).toBe('inactive');
  });

  test('a closed card is canceled at the issuer, and can’t be changed', async () => {
    const { id } = await alice.newCard();
    await site.query("update cards set status = 'closed' where id = $1", [id]);
    await until(async () => (await issued(id)).status === 'canceled', 'the issuer has canceled it');
    expect(await callRoute(update, at(alice.token, { id, freeze: true }))).toMatchObject({ code: 422 });
  });

  test('the issuer’s limits are raised if the contract’s are higher', async () => {
    const { id } = await alice.newCard();
    await site.setBalance(alice, '1');
    await site.query('update cards set day_limit = 20000000000, month_limit = 900000000000 where id = $1', [
      id,
    ]);
    await followLimits(requiredIssuer());
    expect((await issued(id)).spending_controls.spending_limits).toMatchObject([
      { amount: 4_000_000, interval: 'daily' },
      { amount: 99_999_999, interval: 'monthly' },
    ]);
  });
});

test('CARD-43 a blocked merchant is declined until it is unblocked', async () => {
  const { id } = await alice.newCard();
  await site.setBalance(alice, '100');
  const merchant_data = { network_id: 'net_shop', name: 'Shop', category: 'eating_places_restaurants' };
  expect((await site.authorize(id, 100, { merchant_data })).approved).toBe(true);
  const blocked = await callRoute(update, at(alice.token, { id, blockMerchant: 'net_shop' }));
  expect(blocked.data).toMatchObject({ blockedMerchants: [{ id: 'net_shop', name: 'Shop' }] });
  await callRoute(update, at(alice.token, { id, blockMerchant: 'net_shop' }));
  expect((await alice.find(id))?.blockedMerchants).toHaveLength(1);
  expect((await site.authorize(id, 100, { merchant_data })).approved).toBe(false);
  const free = await callRoute(update, at(alice.token, { id, unblockMerchant: 'net_shop' }));
  expect(free.data).toMatchObject({ blockedMerchants: [] });
  expect((await site.authorize(id, 100, { merchant_data })).approved).toBe(true);
});

describe('CARD-44 the key that shows a number', () => {
  const nonceOf = async (cardId: string): Promise<string> => {
    const response = await fetch(`${site.local.origin}/elements/nonce`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ issuingCard: cardId }),
    });
    return ((await response.json()) as { nonce: string }).nonce;
  };
  const body = (id: string, nonce: string) => ({ id, nonce, version: '2026-10-28.endive' });

  test('is for the account’s own card only', async () => {
    const { id } = await alice.newCard();
    const nonce = await nonceOf(id);
    expect(await callRoute(reveal, at(bob.token, body(id, nonce)))).toMatchObject({ code: 404 });
    const { data } = await callRoute(reveal, at(alice.token, body(id, nonce)));
    const { secret, expiresAt } = cardRevealKey.parse(data);
    expect(secret).toMatch(/^ek_test/);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    expect(await callRoute(reveal, at(alice.token, body(id, nonce)))).toMatchObject({
      code: 422,
      data: { reason: 'cardIssuerRefused' },
    });
    await site.query("update cards set status = 'closed' where id = $1", [id]);
    expect(await callRoute(reveal, at(alice.token, body(id, nonce)))).toMatchObject({ code: 422 });
    expect(logged.join('\n')).not.toContain(secret);
    expect(logged.join('\n')).not.toContain(nonce);
  });
});

test('CARD-40 another account’s card, and calls without a session, are refused', async () => {
  const { id } = await alice.newCard();
  expect(await callRoute(update, at(bob.token, { id, freeze: true }))).toMatchObject({ code: 404 });
  expect((await alice.find(id))?.status).toBe('active');
  for (const [route, body] of [
    [list, undefined],
    [create, { chainId: 31_337, number: 1, type: 'virtual' }],
    [update, { id }],
    [reveal, { id, nonce: 'n', version: '2026-10-28.endive' }],
  ] as const)
    expect(await callRoute(route, body ? { json: true, body } : {})).toMatchObject({ code: 401 });
});

test('CARD-45 no table and no log line has a card’s number, CVC, or PIN, or the holder’s details', async () => {
  const tables = await site.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await site.query<{ row: string }>(`select t::text as row from "${name}" t`);
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  const answers = JSON.stringify([await alice.list(), await bob.list()]);
  const everything = [...texts, ...logged, answers].join('\n');
  const secrets = site.local.secrets().map(({ number }) => number);
  expect(secrets.length).toBeGreaterThan(5);
  for (const secret of secrets) expect(everything).not.toContain(secret);
  const { firstName, lastName, email, phoneNumber, birth, address } = HOLDER;
  for (const detail of [firstName, lastName, email, phoneNumber, birth, address.line1, address.postalCode])
    expect(everything).not.toContain(detail);
  expect(logged.length).toBeGreaterThan(5);
  // Nothing has even requested them.
  expect(site.local.control({ do: 'show' })).toMatchObject({ expandedSecrets: 0 });
});
