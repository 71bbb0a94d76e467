import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type Stripe from 'stripe';
import { card as cardSchema } from '@/lib/api/schemas/card';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { issuerClient } from '@/scripts/issuer/scenarios/client';
import { type LocalIssuer, startIssuer } from '@/scripts/issuer/start-issuer';
import { CANARY } from '@/scripts/issuer/state/card-numbers';
import { API_VERSION } from '@/scripts/issuer/wire/version';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { senderOn } from '../support/api-deposit';
import { cardContract, FRAME_ORIGIN, HOLDER, LIMITS } from '../support/card-site';
import { E2E_ORIGIN } from '../support/e2e-site';
import { API_KEY, DECISION_SECRET, EVENTS_SECRET } from '../support/issuer';
import { buildOnce, startLoudInstance, tokenOn } from '../support/site-instance';
import { type SiteServices, startSiteServices } from '../support/site-services';
import { until } from '../support/until';

let services: SiteServices;
let local: LocalIssuer;
let stripe: Stripe;
let site: Awaited<ReturnType<typeof startLoudInstance>>;
/** Headers and bodies of all answers. */
const answers: string[] = [];

beforeAll(async () => {
  await buildOnce();
  services = await startSiteServices(undefined, undefined, demoAccount(0).address);
  local = await startIssuer({ port: 0, apiKey: API_KEY, retryMs: 20 });
  stripe = issuerClient(API_KEY, local.origin);
  site = await startLoudInstance(services, {
    CARD_ISSUER_KEY: API_KEY,
    CARD_ISSUER_ORIGIN: local.origin,
    CARD_DECISION_SECRETS: DECISION_SECRET,
    CARD_EVENT_SECRETS: EVENTS_SECRET,
    CARD_FRAME_ORIGIN: FRAME_ORIGIN,
    LOG_LEVEL: 'trace',
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${services.dir}`,
  });
  const webhook = (name: string) => `${site.origin}/api/card/issuer/${name}`;
  local.control({
    do: 'settings',
    decision: { url: webhook('decision'), secrets: [DECISION_SECRET] },
    events: { url: webhook('events'), secrets: [EVENTS_SECRET] },
  });
}, 1_800_000);
afterAll(async () => {
  await site?.stop();
  await local?.stop();
  await services?.stop();
}, 120_000);

/** Calls the API as a page does, and returns the answer's data. */
async function call(token: string, name: string, body?: object): Promise<unknown> {
  const response = await fetch(`${site.origin}/api/card/${name}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...{ Origin: E2E_ORIGIN, Authorization: `Bearer ${token}` },
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  answers.push(`${JSON.stringify([...response.headers])} ${text}`);
  return JSON.parse(text).data;
}

/** Opens the issuer's first card, whose number is known, and returns its ID there. */
async function createCard(token: string): Promise<string> {
  const { chain } = services;
  const client = senderOn(chain, demoAccount(1));
  const { result, request } = await client.simulateContract({
    ...{ address: cardContract(chain), abi: cardAccountAbi },
    functionName: 'openCard',
    args: [chain.token, LIMITS],
  });
  await client.waitForTransactionReceipt({ hash: await client.writeContract(request) });
  const created = { chainId: chain.id, number: result, type: 'virtual', holder: HOLDER };
  const { id } = cardSchema.parse(await call(token, 'create', created));
  // As if the sender had read the account.
  const database = new Client({ connectionString: services.databaseUrl });
  await database.connect();
  await database.query('update card_accounts set block_number = 1');
  await database.end();
  return id;
}

/** Returns everything that the server's heap holds, once its snapshot is written. */
async function heap(): Promise<string> {
  site.send('SIGUSR2');
  return until(
    async () => {
      const name = (await readdir(services.dir)).find((file) => file.endsWith('.heapsnapshot'));
      const text = name && (await readFile(path.join(services.dir, name), 'latin1'));
      return text?.trimEnd().endsWith(']}') && text;
    },
    'a complete heap snapshot',
    120_000,
  );
}

test('CARD-45 the server’s heap, log, and answers never have a card’s number, whatever its card does', async () => {
  const token = await tokenOn(site.origin, demoAccount(1));
  const id = await createCard(token);
  expect(CANARY.number).toMatch(new RegExp(`${(await stripe.issuing.cards.retrieve(id)).last4}$`));

  const asked = await fetch(`${local.origin}/elements/nonce`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ issuingCard: id }),
  });
  const { nonce } = (await asked.json()) as { nonce: string };
  expect(await call(token, 'ephemeralKey', { id, nonce, version: API_VERSION })).toMatchObject({
    secret: expect.stringMatching(/^ek_test/),
  });
  // No sender reads the chain, so the purchase is declined. It is stored and listed all the same.
  const { approved } = await stripe.testHelpers.issuing.authorizations.create({ card: id, amount: 1_000 });
  expect(approved).toBe(false);
  await local.delivered();
  await stripe.testHelpers.issuing.transactions.createForceCapture({ card: id, amount: 500 });
  await local.delivered();
  for (const name of ['list', 'purchases', `statement?month=${new Date().toISOString().slice(0, 7)}`])
    await call(token, name);

  const text = await heap();
  // What the server does hold is found in this way.
  expect(text).toContain(API_KEY);
  const { number } = CANARY;
  for (const spelling of [number, number.replace(/(\d{4})(?=\d)/g, '$1 ')])
    for (const place of [text, site.output(), ...answers]) expect(place.includes(spelling)).toBe(false);
});
