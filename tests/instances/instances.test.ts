import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { depositNative } from '../support/api-deposit';
import { queryDatabase } from '../support/plain-chains';
import {
  buildOnce,
  callSite,
  type SiteInstance,
  signInOn,
  signOn,
  startInstance,
  tokenOn,
  verifyOn,
} from '../support/site-instance';
import { type SiteServices, startSiteServices } from '../support/site-services';

let services: SiteServices;
let instances: SiteInstance[] = [];
const account = demoAccount(1);

beforeAll(async () => {
  await buildOnce();
  services = await startSiteServices();
  // Start all instances simultaneously on an empty database.
  instances = await Promise.all([1, 2, 3, 4].map((number) => startInstance(services, `instance-${number}`)));
}, 1_800_000);
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()));
  await services?.stop();
}, 120_000);

const originsOf = (count: number) => instances.slice(0, count).map(({ origin }) => origin);
/** Makes `times` concurrent calls, distributed over the instances. */
const scatter = <Result>(
  origins: readonly string[],
  times: number,
  call: (origin: string) => Promise<Result>,
) => Promise.all(Array.from({ length: times }, (_, index) => call(origins[index % origins.length] ?? '')));

describe.each([2, 4])('with %i instances', (count) => {
  test('OPS-4 AUTH-2 of 200 concurrent sign-ins with one message, exactly one succeeds', async () => {
    const origins = originsOf(count);
    const signIn = await signOn(origins[0] ?? '', account);
    const answers = await scatter(origins, 200, (origin) => signInOn(origin, signIn));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const refused = answers.filter(({ code }) => code !== 200);
    expect(new Set(refused.map((answer) => JSON.stringify([answer.code, answer.data])))).toEqual(
      new Set([JSON.stringify([400, { reason: 'nonce' }])]),
    );
  });

  test('OPS-4 a nonce issued by one instance is valid on any other', async () => {
    const origins = originsOf(count);
    for (const [index, origin] of origins.entries()) {
      const next = origins[(index + 1) % origins.length] ?? '';
      expect(await signInOn(next, await signOn(origin, account))).toMatchObject({ code: 200 });
    }
  });

  test('OPS-4 AUTH-5 a sign-out at one instance takes effect at all instances at once', async () => {
    const origins = originsOf(count);
    for (const origin of origins) {
      const token = await tokenOn(origin, account);
      const infos = () => scatter(origins, count * 5, (other) => callSite(other, '/user/info', { token }));
      expect(new Set((await infos()).map(({ code }) => code))).toEqual(new Set([200]));
      expect(await callSite(origin, '/user/logout', { body: { all: '' }, token })).toMatchObject({
        code: 200,
      });
      expect(new Set((await infos()).map(({ code }) => code))).toEqual(new Set([1007]));
    }
  });

  test('OPS-4 WAL-3 50 concurrent verifications of one deposit credit it once', async () => {
    const origins = originsOf(count);
    const token = await tokenOn(origins[0] ?? '', account);
    const txHash = await depositNative(services.chain, account, BigInt(count));
    const answers = await scatter(origins, 50, (origin) => verifyOn(origin, txHash, token));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    const rows = await queryDatabase(services, 'select amount_raw from transactions where tx_hash = $1', [
      txHash,
    ]);
    expect(rows).toEqual([{ amount_raw: String(count) }]);
  });
});

test('OPS-4 instances that start together on an empty database apply each migration and seed each list once', async () => {
  const [counts] = await queryDatabase<Record<string, string>>(
    services,
    `select (select count(*) - count(distinct hash) from drizzle.__drizzle_migrations) as twice,
      (select count(*) from chains) as chains, (select count(*) from coins) as coins`,
  );
  expect(counts).toEqual({ twice: '0', chains: '2', coins: '2' });
});
