import { createHmac } from 'node:crypto';
import { type DecisionGateway, decisionHandler } from '@/lib/server/card/decision/decision-handler';
import { peerHeader } from '@/lib/server/http/connections';
import type { ApprovalRequest } from '@/lib/server/issuer/facts';
import { IssuerDataError, IssuerSignatureError } from '@/lib/server/issuer/issuer-error';
import { OTHER_ORIGIN } from '../../support/api-backend';
import {
  addCard,
  approvalRequest,
  CARD_COIN,
  type CardDatabase,
  readReserved,
  setPrice,
  startCardDatabase,
} from '../../support/card-database';
import { ORIGIN } from '../../support/plain-chains';

const SIGNATURE = 'issuer-signature';
const sign = (raw: string | Buffer) => createHmac('sha256', 'secret').update(raw).digest('hex');

/** A wire format of its own: JSON with amounts as text, and an HMAC of the bytes. */
const gateway: DecisionGateway = {
  signatureHeader: SIGNATURE,
  verify: (endpoint, raw, header) => {
    if (endpoint !== 'decision' || header !== sign(Buffer.from(raw)))
      throw new IssuerSignatureError('The signature is invalid');
    try {
      const object: unknown = JSON.parse(Buffer.from(raw).toString());
      return { eventId: '', type: 'request', createdAt: new Date(), object };
    } catch {
      throw new IssuerDataError('Not JSON');
    }
  },
  readDecision: ({ object }) => {
    const read = object as Record<keyof ApprovalRequest, string>;
    if (read.amount === undefined) throw new IssuerDataError('Not a request');
    return {
      ...(object as ApprovalRequest),
      amount: BigInt(read.amount),
      merchantAmount: BigInt(read.merchantAmount),
      createdAt: new Date(read.createdAt),
    };
  },
  writeDecision: (_, decision) => ({
    status: 200,
    body: JSON.stringify({
      approved: decision.isApproved,
      ...(decision.isApproved && decision.amount !== undefined ? { amount: Number(decision.amount) } : {}),
    }),
    headers: { 'Issuer-Version': '1' },
  }),
};

const textOf = (request: ApprovalRequest) =>
  JSON.stringify(request, (_, value) => (typeof value === 'bigint' ? String(value) : value));

const newGateway = () => ({ ...gateway });
let current = newGateway();
const route = decisionHandler(() => current);
beforeEach(() => {
  current = newGateway();
});

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  route(
    new Request(`${ORIGIN}/api/card/issuer/decision`, {
      method: 'POST',
      headers: { [peerHeader()]: '203.0.113.7', 'Content-Type': 'application/json', ...headers },
      body,
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    }),
    { params: Promise.resolve({}) },
  );
const send = (request: ApprovalRequest, headers: Record<string, string> = {}) =>
  post(textOf(request), { [SIGNATURE]: sign(textOf(request)), ...headers });

let database: CardDatabase;
beforeAll(async () => {
  database = await startCardDatabase();
});
afterAll(() => database?.stop());
beforeEach(() => setPrice(database, CARD_COIN.tUsdt, '1'));

test('CARD-4 a signed request is answered in the issuer’s format, without origin, session, and envelope', async () => {
  const { cardId } = await addCard(database, { balance: '25' });
  const response = await send(approvalRequest(cardId), { 'X-Request-Id': 'not-from-a-proxy' });
  expect([response.status, await response.json()]).toEqual([200, { approved: true }]);
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'issuer-version': '1',
    'x-request-id': expect.not.stringMatching('not-from-a-proxy'),
  });
  const part = await send(approvalRequest(cardId, { amount: 2_000n, isAmountControllable: true }));
  expect(await part.json()).toEqual({ approved: true, amount: 1_500 });
  // The origin of a browser changes nothing.
  const declined = await send(approvalRequest(cardId), { Origin: OTHER_ORIGIN });
  expect([declined.status, await declined.json()]).toEqual([200, { approved: false }]);
});

test('CARD-4 requests don’t count toward the limits of visitors', async () => {
  const { cardId } = await addCard(database);
  for (let call = 0; call < 3; call += 1) await send(approvalRequest(cardId));
  expect(await database.query('select key from rate_limits')).toEqual([]);
});

describe('CARD-4 a request is refused without content, and changes nothing', () => {
  const big = 'x'.repeat(300 * 1_024);
  test.each<[what: string, status: number, call: (text: string) => Promise<Response>]>([
    ['without a signature', 400, (text) => post(text)],
    ['with the signature of another body', 400, (text) => post(text, { [SIGNATURE]: sign(`${text} `) })],
    [
      'with a body that was serialized again',
      400,
      (text) => post(JSON.stringify(JSON.parse(text), null, 1), { [SIGNATURE]: sign(text) }),
    ],
    ['with another secret', 400, (text) => post(text, { [SIGNATURE]: sign(sign(text)) })],
    ['with 300 KB', 413, () => post(big, { [SIGNATURE]: sign(big) })],
    ['with 300 KB in chunks', 413, () => post(new Blob([big]).stream(), { [SIGNATURE]: sign(big) })],
    ['that isn’t a request', 400, () => post('[]', { [SIGNATURE]: sign('[]') })],
    ['that isn’t JSON', 400, () => post('{', { [SIGNATURE]: sign('{') })],
    ['whose body doesn’t end', 408, (text) => post(new ReadableStream(), { [SIGNATURE]: sign(text) })],
  ])('%s', async (_, status, call) => {
    const { cardId } = await addCard(database);
    const response = await call(textOf(approvalRequest(cardId)));
    expect([response.status, await response.text()]).toEqual([status, '']);
    expect(await database.query('select from card_requests where card_id = $1', [cardId])).toEqual([]);
  });
});

test('CARD-3 a server that ends between commit and reply gives the same reply later', async () => {
  const { cardId } = await addCard(database, { balance: '10' });
  const request = approvalRequest(cardId);
  current.writeDecision = () => {
    throw new Error('killed');
  };
  expect((await send(request)).status).toBe(500);
  expect(await readReserved(database, cardId)).toMatchObject({ unplaced: '10000000' });
  current = newGateway();
  expect(await (await send(request)).json()).toEqual({ approved: true });
  expect(await readReserved(database, cardId)).toMatchObject({ unplaced: '10000000', holds: 1 });
});
