/** @jest-environment node */
import { createHmac } from 'node:crypto';
import { IssuerSignatureError } from '@/lib/server/issuer/issuer-error';
import { createStripeIssuer } from '@/lib/server/issuer/stripe/stripe-issuer';
import type { Command } from '@/scripts/issuer/http/control';
import {
  API_KEY,
  DECISION_SECRET,
  EVENTS_SECRET,
  type IssuerWorld,
  type Received,
  startIssuerWorld,
} from '@/tests/support/issuer';

let world: IssuerWorld;
beforeAll(async () => {
  world = await startIssuerWorld();
});
afterAll(() => world.stop());

const issuerWith = (decision: string[], events: string[]) =>
  createStripeIssuer({ apiKey: API_KEY, origin: world.issuer.origin, secrets: { decision, events } });
const issuer = () => issuerWith([DECISION_SECRET], [EVENTS_SECRET]);

/** Returns a request for a decision as the issuer has sent it. */
async function request(fault?: Extract<Command, { do: 'fault' }>['name']): Promise<Received> {
  const card = await world.card();
  // Not for the events of the card.
  await world.issuer.delivered();
  if (fault) world.issuer.control({ do: 'fault', name: fault, times: 1 });
  await world.stripe.testHelpers.issuing.authorizations.create({ card: card.id, amount: 700 });
  const received = world.endpoint.at('/decision').at(-1);
  if (!received) throw new Error('The endpoint got no request');
  return received;
}

const headerOf = ({ headers }: Received) => headers['stripe-signature']?.toString() ?? null;
const sign = (raw: Uint8Array, secret = DECISION_SECRET, time = Math.floor(Date.now() / 1000)) =>
  `t=${time},v1=${createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex')}`;
const verify = (raw: Uint8Array, header: string | null) => issuer().verify('decision', raw, header);
const refuse = (raw: Uint8Array, header: string | null) =>
  expect(() => verify(raw, header)).toThrow(IssuerSignatureError);

it('accepts webhooks as the issuer signs them, by the secret of their endpoint only', async () => {
  const received = await request();
  const raw = Buffer.from(received.body);
  const webhook = verify(raw, headerOf(received));
  expect(webhook).toMatchObject({ type: 'issuing_authorization.request' });
  expect(() => issuer().verify('events', raw, headerOf(received))).toThrow(IssuerSignatureError);
});

it('accepts any of several secrets, and any of several signatures', async () => {
  const received = await request('two_secrets');
  const raw = Buffer.from(received.body);
  expect(headerOf(received)?.split('v1=')).toHaveLength(3);
  const rotating = issuerWith(['whsec_new', DECISION_SECRET], [EVENTS_SECRET]);
  expect(rotating.verify('decision', raw, headerOf(received)).eventId).toMatch(/^evt_/);
  expect(() => issuerWith([], []).verify('decision', raw, headerOf(received))).toThrow(IssuerSignatureError);
});

it.each(['bad_signature', 'old_timestamp'] as const)('rejects a webhook with the fault %s', async (fault) => {
  const received = await request(fault);
  refuse(Buffer.from(received.body), headerOf(received));
});

it('rejects a body with any byte changed', async () => {
  const received = await request();
  const header = headerOf(received);
  for (let index = 0; index < received.body.length; index += 97) {
    const raw = Buffer.from(received.body);
    raw[index] = (raw[index] ?? 0) ^ 1;
    refuse(raw, header);
  }
  const raw = Buffer.from(received.body);
  refuse(raw.subarray(0, -1), header);
  refuse(Buffer.concat([raw, Buffer.from(' ')]), header);
  refuse(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), raw]), header);
  refuse(Buffer.concat([raw, Buffer.from([0xff])]), header);
});

it('rejects JSON that was serialized again', async () => {
  const received = await request();
  const again = JSON.stringify(JSON.parse(received.body));
  expect(again).not.toBe(received.body);
  refuse(Buffer.from(again), headerOf(received));
});

it('rejects headers without a valid signature', async () => {
  const received = await request();
  const raw = Buffer.from(received.body);
  const [time = '', signature = ''] = (headerOf(received) ?? '').split(',');
  const headers = [
    '',
    't=1',
    time,
    signature,
    `${time},v1=`,
    `${time},v1`,
    `${time},v0=${signature.slice(3)}`,
  ];
  for (const header of [null, ...headers, `${time},${signature.slice(0, -1)}`, `t=NaN,${signature}`])
    refuse(raw, header);
  refuse(raw, sign(raw, 'whsec_other'));
  refuse(raw, sign(raw, DECISION_SECRET, Math.floor(Date.now() / 1000) - 302));
  expect(verify(raw, sign(raw, DECISION_SECRET, Math.floor(Date.now() / 1000) - 290)).eventId).toMatch(
    /^evt_/,
  );
});

it('rejects bytes that are not UTF-8, also with a valid signature', () => {
  const raw = Buffer.from([0x7b, 0xff, 0x7d]);
  refuse(raw, sign(raw));
});

it.each(['{', '{}', 'null', '[]', '{"id":"evt_1","type":"x","created":-1,"data":{"object":{}}}'])(
  'rejects signed content that is not an event: %s',
  (body) => {
    const raw = Buffer.from(body);
    expect(() => verify(raw, sign(raw))).toThrow(expect.objectContaining({ name: 'IssuerDataError' }));
  },
);
