import { createHmac } from 'node:crypto';
import { CARD_COIN, setPrice } from '../../support/card-database';
import { type CardWorld, type SentWebhook, startCardWorld } from '../../support/card-world';
import { DECISION_SECRET, EVENTS_SECRET } from '../../support/issuer';

let world: CardWorld;
let sent: SentWebhook[];
beforeAll(async () => {
  world = await startCardWorld();
  await setPrice(world.database, CARD_COIN.tUsdt, '1');
  const { cardId } = await world.newCard();
  world.webhooks.isLosing = true;
  await world.authorize(cardId);
  await world.local.delivered();
  sent = [...world.webhooks.sent];
});
afterAll(() => world?.stop());

const webhookOf = (type: string): SentWebhook => {
  const found = sent.find(({ body }) => JSON.parse(body).type === type);
  if (!found) throw new Error(`there was no ${type}`);
  return found;
};
const idOf = ({ body }: SentWebhook): string => JSON.parse(body).id;
const sign = (body: string, secret: string, time = Math.floor(Date.now() / 1_000)) =>
  `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;

const stored = (id: string) =>
  world.database.query('select content, reply, applied_at from card_events where id = $1', [id]);

const BIG = JSON.stringify({ text: 'x'.repeat(300 * 1_024) });
const SECRETS = { decision: DECISION_SECRET, events: EVENTS_SECRET };
type Change = [what: string, status: number, change: (webhook: SentWebhook) => Partial<SentWebhook>];

describe.each(['decision', 'events'] as const)(
  'CARD-4 a webhook for %s is refused and not stored',
  (path) => {
    const type = path === 'decision' ? 'issuing_authorization.request' : 'issuing_authorization.created';
    const secret = SECRETS[path];
    test.each<Change>([
      ['with a changed byte', 400, ({ body }) => ({ body: body.replace('"usd"', '"eur"') })],
      ['with the signature of another secret', 400, ({ body }) => ({ signature: sign(body, `${secret}2`) })],
      [
        'with the secret of the other endpoint',
        400,
        ({ body }) => ({ signature: sign(body, SECRETS[path === 'decision' ? 'events' : 'decision']) }),
      ],
      [
        'that was signed 6 minutes ago',
        400,
        ({ body }) => ({ signature: sign(body, secret, Math.floor(Date.now() / 1_000) - 360) }),
      ],
      ['without a signature', 400, () => ({ signature: null })],
      ['with an empty signature', 400, () => ({ signature: '' })],
      ['that was serialized again', 400, ({ body }) => ({ body: JSON.stringify(JSON.parse(body)) })],
      ['of 300 KB', 413, () => ({ body: BIG, signature: sign(BIG, secret) })],
      ['that is no event', 400, () => ({ body: '[]', signature: sign('[]', secret) })],
    ])('%s', async (_, status, change) => {
      const original = webhookOf(type);
      // Not the event that the server has stored already.
      const body = original.body.replaceAll(idOf(original), `evt_refused_${path}`);
      const webhook = { ...original, body, signature: sign(body, secret) };
      const response = await world.call({ ...webhook, ...change(webhook) });
      expect([response.status, await response.text()]).toEqual([status, '']);
      expect(await stored(`evt_refused_${path}`)).toEqual([]);
    });
  },
);

test('CARD-5 an event is stored once, without personal data, and applied once', async () => {
  const webhook = webhookOf('issuing_authorization.created');
  const replies = await Promise.all(Array.from({ length: 8 }, () => world.call(webhook)));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  expect(await replies[0]?.json()).toEqual({ received: true });
  const [row, ...others] = await stored(idOf(webhook));
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    content: { kind: 'authorization', authorization: { amount: '1000', status: 'pending' } },
    ...{ reply: null, applied_at: null },
  });
  expect(JSON.stringify(row)).not.toMatch(/jenny|rosen|main street|94111/i);
  await world.settle();
  const again = await world.call(webhook);
  expect(again.status).toBe(200);
  await world.settle();
  expect(await world.database.query('select count(*)::int from card_authorizations')).toEqual([{ count: 1 }]);
});

test('CARD-5 of cards and cardholders, only the ID is stored, and other events not at all', async () => {
  const [card, holder] = [webhookOf('issuing_card.created'), webhookOf('issuing_cardholder.created')];
  await Promise.all([world.call(card), world.call(holder)]);
  const { card: cardId } = JSON.parse(webhookOf('issuing_authorization.created').body).data.object;
  expect(await stored(idOf(card))).toMatchObject([
    { content: { kind: 'card', cardId: typeof cardId === 'string' ? cardId : cardId.id } },
  ]);
  expect((await stored(idOf(holder))).map(({ content }) => Object.keys(content))).toEqual([
    ['kind', 'holderId'],
  ]);
  const other = JSON.stringify({ id: 'evt_other', type: 'topup.created', created: 1, data: { object: {} } });
  const response = await world.call({ path: 'events', body: other, signature: sign(other, EVENTS_SECRET) });
  expect(response.status).toBe(200);
  expect(await stored('evt_other')).toEqual([]);
});

test('CARD-5 a database that fails has the event sent again', async () => {
  const webhook = webhookOf('issuing_authorization.created');
  const body = webhook.body.replaceAll(idOf(webhook), 'evt_again');
  const again = { ...webhook, body, signature: sign(body, EVENTS_SECRET) };
  await world.database.query('alter table card_events rename to card_events_gone');
  expect((await world.call(again)).status).toBe(500);
  await world.database.query('alter table card_events_gone rename to card_events');
  expect((await world.call(again)).status).toBe(200);
  expect(await stored('evt_again')).toHaveLength(1);
});
