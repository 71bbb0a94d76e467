/** @jest-environment node */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startIssuer } from '@/scripts/issuer/start-issuer';
import { startIssuerWorld } from '@/tests/support/issuer';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-issuer-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

it('keeps cards, purchases, and undelivered events over a restart', async () => {
  const stateFile = path.join(dir, 'state.json');
  const first = await startIssuerWorld({ stateFile, retryMs: 60_000 });
  const card = await first.card();
  const { authorizations } = first.stripe.testHelpers.issuing;
  const { id } = await authorizations.create({ card: card.id, amount: 700 });
  await first.issuer.delivered();
  first.endpoint.acknowledge = () => ({ status: 503 });
  await authorizations.capture(id);
  const secrets = first.issuer.secrets();
  await first.stop();
  expect((await stat(stateFile)).mode & 0o777).toBe(0o600);

  const second = await startIssuerWorld({ stateFile });
  expect(await second.stripe.issuing.cards.retrieve(card.id)).toMatchObject({ last4: card.last4 });
  expect(await second.stripe.issuing.authorizations.retrieve(id)).toMatchObject({ status: 'closed' });
  expect(second.issuer.secrets()).toEqual(secrets);
  await second.issuer.delivered();
  expect(second.endpoint.events().map(({ type }) => type)).toEqual([
    'issuing_transaction.created',
    'issuing_authorization.updated',
  ]);
  await second.stop();
});

it('writes every change of the API before it answers', async () => {
  const stateFile = path.join(dir, 'state.json');
  const world = await startIssuerWorld({ stateFile });
  const cards = await Promise.all([world.card(), world.card(), world.card()]);
  const saved = await readFile(stateFile, 'utf8');
  for (const { id } of cards) expect(saved).toContain(id);
  await world.stop();
});

it('refuses to start with a damaged file', async () => {
  const stateFile = path.join(dir, 'state.json');
  await writeFile(stateFile, '{"cards":1}');
  await expect(startIssuer({ port: 0, apiKey: 'sk_test', stateFile })).rejects.toThrow(/cardholders/);
});
