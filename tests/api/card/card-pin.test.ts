import { CompactEncrypt, importJWK } from 'jose';
import { POST as setPin } from '@/app/api/card/pin/route';
import { log } from '@/lib/server/log';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { callRoute } from '../../support/api-call';
import { type CardSite, type CardUser, startCardSite } from '../../support/card-site';

/** Digits that nothing else has next to a non-digit. */
const PIN = '8305';
const isolated = new RegExp(`(?<!\\d)${PIN}(?!\\d)`);

let site: CardSite;
let alice: CardUser;
let bob: CardUser;
let physical: string;
const logged: string[] = [];

beforeAll(async () => {
  site = await startCardSite({ CARD_PIN_KEY_URL: 'http://127.0.0.1:4242/v1/keys' });
  jest.spyOn(log, 'hasInfo').mockReturnValue(true);
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(log, level).mockImplementation((...entry: unknown[]) => {
      logged.push(JSON.stringify(entry));
    });
  alice = await site.user(demoAccount(1));
  bob = await site.user(demoAccount(2));
  physical = await site.newPhysicalCard(alice);
});
afterAll(() => site?.stop());
afterEach(() => {
  site.local.control({ do: 'clear_faults' });
});

async function encrypt(pin: string): Promise<string> {
  const { key_id: kid, jwk } = await (await fetch(`${site.local.origin}/v1/keys`)).json();
  return new CompactEncrypt(new TextEncoder().encode(pin))
    .setProtectedHeader({ alg: 'RSA-OAEP', enc: 'A128CBC-HS256', kid })
    .encrypt(await importJWK(jwk, 'RSA-OAEP'));
}
const set = (encryptedPin: string, id = physical, { token }: CardUser = alice) =>
  callRoute(setPin, { token, json: true, body: { id, encryptedPin } });
const pins = () => site.local.secrets().map(({ pin }) => pin);

/** Returns every row of every table. */
async function tables(): Promise<Set<string>> {
  const names = await site.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const rows = await Promise.all(
    names.map(({ name }) => site.query<{ row: string }>(`select t::text as row from "${name}" t`)),
  );
  return new Set(rows.flat().map(({ row }) => row));
}

test('CARD-65 the PIN of a physical card is set, and its digits are in no request, table, log line, or answer', async () => {
  const before = await tables();
  const ciphertext = await encrypt(PIN);
  const answer = await set(ciphertext);
  expect(answer).toMatchObject({ code: 200, data: null });
  expect(pins()).toContain(PIN);
  await site.applied();
  const sent = [ciphertext, JSON.stringify(answer), ...site.webhooks.sent.map(({ body }) => body)];
  const stored = [...(await tables())].filter((row) => !before.has(row));
  for (const text of [...sent, ...stored, ...logged]) {
    expect(text).not.toMatch(isolated);
    if (text !== ciphertext) expect(text).not.toContain(ciphertext);
  }
  // The same ciphertext again is the same request, also if the first answer was lost.
  site.local.control({ do: 'fault', name: 'api_lost_reply', times: 1 });
  const other = await encrypt('1122');
  expect(await set(other)).toMatchObject({ code: 200 });
  expect(await set(other)).toMatchObject({ code: 200 });
  expect(pins()).toContain('1122');
});

test('CARD-65 only the owner sets a PIN, and only of an active physical card', async () => {
  const ciphertext = await encrypt('2233');
  expect(await set(ciphertext, physical, bob)).toMatchObject({ code: 404 });
  expect(
    await callRoute(setPin, { json: true, body: { id: physical, encryptedPin: ciphertext } }),
  ).toMatchObject({ code: 401 });
  const unavailable = { code: 422, data: { reason: 'cardPinUnavailable' } };
  const virtual = await alice.newCard();
  expect(await set(ciphertext, virtual.id)).toMatchObject(unavailable);
  // Jobs may tell the issuer of such a status, so the card of the other tests keeps its own.
  const ended = await site.newPhysicalCard(alice);
  for (const status of ['frozen', 'closed']) {
    await site.query('update cards set status = $2 where id = $1', [ended, status]);
    expect(await set(ciphertext, ended)).toMatchObject(unavailable);
  }
  expect(pins()).not.toContain('2233');
});

test.each(['1357', 'a.b.c.d', 'a.b.c.d.e.f', 'a.b.c.d.é', `${'a'.repeat(5_000)}.b.c.d.e`])(
  'CARD-65 what isn’t a ciphertext is refused before the issuer: %.20s',
  async (text) => {
    expect(await set(text)).toMatchObject({ code: 400 });
  },
);

test('CARD-65 the answer says what to do if the issuer refuses the PIN, or doesn’t confirm it', async () => {
  const refused = { code: 422, data: { reason: 'cardPinRefused' } };
  expect(await set(await encrypt('12345'))).toMatchObject(refused);
  expect(await set('eyJhbGciOiJub25lIn0.b.c.d.e')).toMatchObject(refused);
  site.local.control({ do: 'fault', name: 'api_500', times: null });
  expect(await set(await encrypt('4455'))).toMatchObject({
    code: 503,
    msg: expect.stringContaining('Set it again'),
  });
  expect(pins()).not.toContain('4455');
});
