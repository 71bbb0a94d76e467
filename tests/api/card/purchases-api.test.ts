import { POST as dispute } from '@/app/api/card/dispute/route';
import { GET as list } from '@/app/api/card/purchases/route';
import { GET as readStatement } from '@/app/api/card/statement/route';
import { GET as stream } from '@/app/api/card/stream/route';
import { POST as logout } from '@/app/api/user/logout/route';
import { cardChange, purchases, statement } from '@/lib/api/schemas/card';
import { peerHeader } from '@/lib/server/http/connections';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { callRoute } from '../../support/api-call';
import { type CardSite, type CardUser, cardContract, startCardSite } from '../../support/card-site';
import { EventReader } from '../../support/event-reader';
import { ORIGIN } from '../../support/plain-chains';
import { until } from '../../support/until';

let site: CardSite;
let alice: CardUser;
let bob: CardUser;
let cardId: string;

beforeAll(async () => {
  site = await startCardSite();
  alice = await site.user(demoAccount(1));
  bob = await site.user(demoAccount(2));
  cardId = (await alice.newCard()).id;
  await site.setBalance(alice, '1000');
});
afterAll(() => site?.stop());

const page = async (user: CardUser, query: Record<string, string> = {}) =>
  purchases.parse((await callRoute(list, { token: user.token, query })).data);
async function found(id: string) {
  const { list: all } = await page(alice, { card: cardId });
  const one = all.find((purchase) => purchase.id === id);
  if (!one) throw new Error(`there is no purchase ${id}`);
  return one;
}
const kindsOf = ({ steps }: Awaited<ReturnType<typeof found>>) => steps.map(({ kind }) => kind);
const merchant = (network_id: string) => ({
  merchant_data: { network_id, name: 'Café', category: 'eating_places_restaurants' },
});
const helpers = () => site.stripe.testHelpers.issuing;
async function captured(amount: number, shop: string) {
  const { id } = await site.authorize(cardId, amount, merchant(shop));
  const [transaction] = (await helpers().authorizations.capture(id)).transactions;
  await site.applied();
  return { id, transactionId: transaction?.id ?? '' };
}

describe('CARD-46 purchases', () => {
  test('are pending with their hold, then charged, then refunded, each with its steps', async () => {
    const { id } = await site.authorize(cardId, 420, merchant('net_a'));
    await site.applied();
    const pending = await found(id);
    expect(pending).toMatchObject({
      cardId,
      state: 'pending',
      merchant: { id: 'net_a', name: 'Café' },
      ...{
        amount: '420',
        held: '420',
        charged: '0',
        returned: '0',
        currency: 'usd',
        merchantCurrency: 'usd',
      },
      tokens: { held: '4200000', charged: '0', returned: '0', owed: '0' },
      ...{ price: '1', marginBps: 0, reason: null, disputable: null, dispute: null },
    });
    expect(Date.parse(pending.holdExpiresAt ?? '')).toBeGreaterThan(Date.now());
    expect(kindsOf(pending)).toEqual(['approved', 'held']);

    const [transaction] = (await helpers().authorizations.capture(id)).transactions;
    await site.applied();
    expect(await found(id)).toMatchObject({
      state: 'captured',
      ...{ amount: '420', held: '0', charged: '420', holdExpiresAt: null },
      tokens: { held: '0', charged: '4200000' },
      disputable: { transactionId: transaction?.id, amount: '420' },
    });
    await helpers().transactions.refund(transaction?.id ?? '');
    await site.applied();
    const refunded = await found(id);
    expect(refunded).toMatchObject({
      state: 'refunded',
      ...{ amount: '0', charged: '420', returned: '420', disputable: null },
      tokens: { charged: '4200000', returned: '4200000' },
    });
    expect(kindsOf(refunded)).toEqual(['approved', 'held', 'captured', 'refunded']);
  });

  test('that were declined have the reason', async () => {
    const { id, approved } = await site.authorize(cardId, 60_000, merchant('net_b'));
    expect(approved).toBe(false);
    await site.applied();
    expect(await found(id)).toMatchObject({
      state: 'declined',
      ...{ reason: 'day_limit', amount: '0', held: '0' },
      steps: [{ kind: 'declined', amount: '60000', reason: 'day_limit' }],
    });
  });

  test('that look the same within a day are marked', async () => {
    const ids = [];
    for (const [amount, shop] of [
      [777, 'net_c'],
      [777, 'net_c'],
      [777, 'net_d'],
      [778, 'net_c'],
    ] as const)
      ids.push((await site.authorize(cardId, amount, merchant(shop))).id);
    await site.applied();
    const marks = await Promise.all(ids.map(async (id) => (await found(id)).isPossibleDuplicate));
    expect(marks).toEqual([true, true, false, false]);
  });

  test('that nobody asked us about are listed by their transaction', async () => {
    const forced = await helpers().transactions.createForceCapture({
      card: cardId,
      amount: 150,
      ...merchant('net_e'),
    });
    await site.applied();
    const one = await found(forced.id);
    expect(one).toMatchObject({ state: 'captured', charged: '150', tokens: { charged: '1500000' } });
    expect(kindsOf(one)).toEqual(['debited']);
  });

  test('that are owed and then refunded owe nothing, and their refund has no error', async () => {
    const forced = await helpers().transactions.createForceCapture({
      ...{ card: cardId, amount: 330 },
      ...merchant('net_owed'),
    });
    await site.applied();
    await site.query(
      `update card_operations set state = 'refused', reason = 'InsufficientBalance' where reference = $1`,
      [forced.id],
    );
    await site.query(
      'update card_accounts set owed = 3300000 where id = (select account_id from cards where id = $1)',
      [cardId],
    );
    expect((await found(forced.id)).tokens.owed).toBe('3300000');
    const refund = await helpers().transactions.createUnlinkedRefund({ card: cardId, amount: 330 });
    await site.applied();
    expect((await found(forced.id)).tokens.owed).toBe('0');
    const { steps, tokens } = await found(refund.id);
    expect(tokens).toMatchObject({ owed: '0', returned: '3300000' });
    expect(steps).toMatchObject([
      { kind: 'refunded', amount: '330', tokens: '3300000', txHash: null, reason: null },
    ]);
  });

  test('are listed in pages without gaps, although many have the same second', async () => {
    const { id: first } = await bob.newCard();
    const { id: other } = await bob.newCard();
    await site.setBalance(bob, '1000');
    const bought: string[] = [];
    for (let number = 0; number < 48; number += 1) {
      const id = number % 2 === 0 ? first : other;
      const data = { amount: 100 + number, ...merchant(`n${number}`) };
      const made =
        number % 4 === 3
          ? await helpers().transactions.createForceCapture({ card: id, ...data })
          : await site.authorize(id, data.amount, merchant(`n${number}`));
      bought.push(made.id);
    }
    await site.applied();
    // The issuer hasn't reported all of them yet.
    await site.query('delete from card_authorizations where id = any($1)', [
      bought.filter((_, index) => index % 8 === 0),
    ]);
    const ids: string[] = [];
    let before: string | null = null;
    do {
      const read: Awaited<ReturnType<typeof page>> = await page(bob, before === null ? {} : { before });
      expect(read.list.length).toBeGreaterThan(0);
      ids.push(...read.list.map(({ id }) => id));
      before = read.next;
    } while (before !== null);
    expect(ids.toSorted()).toEqual(bought.toSorted());
    expect((await page(alice, { card: other })).list).toEqual([]);
  });
});

describe('CARD-47 a dispute', () => {
  const send = (user: CardUser, body: Record<string, unknown>) =>
    callRoute(dispute, { token: user.token, json: true, body });
  const evidence = {
    reason: 'not_received',
    explanation: 'It never came.',
    product: 'merchandise',
    expectedAt: '2026-11-01',
  };

  test('is submitted once, and its outcome is a step', async () => {
    const { id, transactionId } = await captured(905, 'net_f');
    const body = { ...evidence, transactionId };
    expect(await send(bob, body)).toMatchObject({ code: 404 });
    expect(await send(alice, { ...body, product: undefined })).toMatchObject({
      code: 422,
      data: { reason: 'disputeEvidence' },
    });
    expect(await send(alice, body)).toMatchObject({
      code: 200,
      data: { status: 'submitted', amount: '905' },
    });
    expect(await send(alice, body)).toMatchObject({ code: 409, data: { reason: 'disputeExists' } });
    expect(await found(id)).toMatchObject({
      state: 'disputed',
      dispute: { status: 'submitted' },
      disputable: null,
    });
    const [{ id: disputeId = '' } = {}] = (
      await site.stripe.issuing.disputes.list({ transaction: transactionId })
    ).data;
    site.local.control({ do: 'close_dispute', id: disputeId, status: 'won' });
    await site.applied();
    const won = await found(id);
    expect(won).toMatchObject({ state: 'disputeWon', returned: '905', tokens: { returned: '9050000' } });
    expect(kindsOf(won).slice(-2)).toEqual(['disputed', 'disputeWon']);
  });

  test('survives an issuer that is down, or whose answer is lost', async () => {
    const { transactionId } = await captured(906, 'net_g');
    const body = { ...evidence, transactionId };
    site.local.control({ do: 'fault', name: 'api_500', times: null });
    expect(await send(alice, body)).toMatchObject({ code: 503 });
    site.local.control({ do: 'clear_faults' });
    site.local.control({ do: 'fault', name: 'api_lost_reply', times: 2 });
    expect(await send(alice, body)).toMatchObject({ code: 200, data: { status: 'submitted' } });
    expect((await site.stripe.issuing.disputes.list({ transaction: transactionId })).data).toHaveLength(1);
  });

  test('is refused for what isn’t captured', async () => {
    const { transactionId } = await captured(907, 'net_h');
    const refund = await helpers().transactions.refund(transactionId);
    await site.applied();
    for (const id of [refund.id, 'ipi_unknown'])
      expect(await send(alice, { ...evidence, transactionId: id })).toMatchObject({ code: 404 });
  });
});

describe('CARD-48 the stream', () => {
  const open = (token: string) =>
    stream(
      new Request(`${ORIGIN}/api/card/stream`, {
        headers: { Authorization: `Bearer ${token}`, [peerHeader()]: '127.0.0.1' },
      }),
      { params: Promise.resolve({}) },
    );
  async function readerOf(user: CardUser): Promise<EventReader> {
    const { body, status } = await open(user.token);
    if (!body || status !== 200) throw new Error(`the stream was refused: ${status}`);
    return new EventReader(body);
  }
  const isChange = (received: Awaited<ReturnType<EventReader['event']>>) =>
    received?.event === 'card' && cardChange.safeParse(received.data).success;

  test('has an event at the start, and after a purchase of the account', async () => {
    const reader = await readerOf(alice);
    expect(isChange(await reader.event())).toBe(true);
    // The listener connects after the start, which is another event.
    const next = reader.event();
    await site.authorize(cardId, 101, merchant('net_i'));
    expect(isChange(await next)).toBe(true);
    await reader.cancel();
  });

  test('ends with the session, and needs one', async () => {
    const again = await site.user(demoAccount(1));
    const reader = await readerOf(again);
    expect(isChange(await reader.event())).toBe(true);
    await callRoute(logout, { token: again.token, body: {} });
    await site.authorize(cardId, 102, merchant('net_j'));
    await until(async () => (await reader.event()) === null, 'the stream ended');
    expect((await open('x')).status).toBe(401);
  });
});

describe('CARD-49 the statement', () => {
  const month = new Date().toISOString().slice(0, 7);
  const query = (user: CardUser, change: Record<string, string | number> = {}) => ({
    token: user.token,
    query: { chainId: alice.chain.id, token: alice.chain.token, month, ...change },
  });
  const enter = (kind: string, amount: number, at: string, operation: number | null = null) =>
    site.query(
      `insert into card_entries (chain_id, contract, owner, token, kind, amount_raw, tx_hash, log_index, block_number, block_hash,
          at, operation_id)
        values ($1, $2, $3, $4, $5, $6, '0x' || repeat('5e', 32), (select count(*) from card_entries), 1, '0x01', ${at}, $7)`,
      [
        alice.chain.id,
        cardContract(alice.chain),
        alice.account.address,
        alice.chain.token,
        kind,
        amount,
        operation,
      ],
    );

  test('starts with the opening balance, and its rows add up to the closing one', async () => {
    const { id, transactionId } = await captured(420, 'net_k');
    const [operation] = await site.query<{ id: string }>(
      'select id from card_operations where reference = $1',
      [transactionId],
    );
    await enter('topUp', 50_000_000, "now() - interval '70 days'");
    await enter('topUp', 7_000_000, 'now()');
    await enter('capture', -4_200_000, 'now()', Number(operation?.id));
    await enter('topUp', 1, "now() + interval '70 days'");
    const read = statement.parse((await callRoute(readStatement, query(alice))).data);
    expect(read).toMatchObject({
      ...{ opening: '50000000', closing: '52800000', decimals: 6, isComplete: false },
      rows: [
        { kind: 'topUp', tokens: '7000000', balance: '57000000', purchaseId: null, amount: null },
        {
          ...{ kind: 'capture', tokens: '-4200000', balance: '52800000', purchaseId: id },
          ...{ merchantName: 'Café', amount: '420', merchantAmount: '420', price: '1', marginBps: 0 },
        },
      ],
    });
    expect((await callRoute(readStatement, query(bob))).data).toMatchObject({ opening: '0', rows: [] });
    expect(await callRoute(readStatement, query(alice, { month: '2026-13' }))).toMatchObject({ code: 400 });
    expect(await callRoute(readStatement, query(alice, { token: bob.account.address }))).toMatchObject({
      code: 422,
    });
  });

  test('is a CSV file, whose cells can’t be formulas', async () => {
    await site.query("update card_transactions set merchant_name = '=HYPERLINK(1)'");
    const text = async (headers: Record<string, string>, format = '') => {
      const search = new URLSearchParams({
        chainId: String(alice.chain.id),
        token: alice.chain.token,
        month,
      });
      if (format) search.set('format', format);
      const response = await readStatement(
        new Request(`${ORIGIN}/api/card/statement?${search}`, {
          headers: { Authorization: `Bearer ${alice.token}`, [peerHeader()]: '127.0.0.1', ...headers },
        }),
        { params: Promise.resolve({}) },
      );
      return [response.headers.get('content-type'), await response.text()] as const;
    };
    const [type, csv] = await text({}, 'csv');
    expect(type).toBe('text/csv; charset=utf-8');
    expect(await text({ Accept: 'text/csv' })).toEqual([type, csv]);
    expect((await text({ Accept: 'text/csv' }, 'json'))[0]).toContain('json');
    const lines = csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(lines.map(([, kind, direction, tokens, balance]) => [kind, direction, tokens, balance])).toEqual([
      ['kind', 'direction', 'tokens', 'balance'],
      ['opening', '', '', '50'],
      ['topUp', 'in', '7', '57'],
      ['capture', 'out', '4.2', '52.8'],
      ['closing', '', '', '52.8'],
    ]);
    expect(csv).toContain("'=HYPERLINK(1)");
    expect(lines.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });
});
