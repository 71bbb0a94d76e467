import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { queryDatabase } from './plain-chains';
import { buildOnce, type SiteInstance, signInOn, startInstance } from './site-instance';
import { type SiteServices, startSiteServices } from './site-services';
import { until } from './until';
import { lostSignIns, WriteLoad } from './write-load';

/** Number of acknowledged writes between two crashes. */
const WRITES_BETWEEN = 6;

const isReady = ({ origin }: SiteInstance) =>
  fetch(`${origin}/api/health/ready`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function countSessions(services: SiteServices): Promise<number> {
  const [row] = await queryDatabase<{ count: number }>(services, 'select count(*)::int from sessions');
  return row?.count ?? 0;
}

/** Asserts that no acknowledged write is lost or duplicated. */
async function expectWhole(
  services: SiteServices,
  instance: SiteInstance,
  { load, sessionsBefore }: { load: WriteLoad; sessionsBefore: number },
): Promise<void> {
  const { acknowledged, tried } = load;
  expect(await lostSignIns(instance.origin, acknowledged)).toEqual([]);
  const replayed = await Promise.all(
    acknowledged.signIns
      .slice(-20)
      .map(({ message, signature }) => signInOn(instance.origin, { message, signature })),
  );
  expect(new Set(replayed.map(({ code }) => code))).toEqual(new Set([400]));
  const sessions = (await countSessions(services)) - sessionsBefore;
  expect(sessions).toBeGreaterThanOrEqual(acknowledged.signIns.length);
  expect(sessions).toBeLessThanOrEqual(tried);

  const rows = await queryDatabase<{ tx_hash: string; owner: string }>(
    services,
    'select tx_hash, owner from transactions',
  );
  const credited = rows.map(({ tx_hash, owner }) => `${tx_hash} ${owner}`);
  expect(new Set(credited).size).toBe(credited.length);
  const missing = acknowledged.deposits.filter(
    ({ txHash, owner }) => !credited.includes(`${txHash} ${owner}`),
  );
  expect(missing).toEqual([]);
}

/** Registers tests that kill an instance `kills` times, and the database `kills` times. */
export function survivesKills(kills: number): void {
  let services: SiteServices;
  let instances: SiteInstance[] = [];
  let load: WriteLoad;
  let sessionsBefore: number;

  beforeAll(async () => {
    await buildOnce();
    services = await startSiteServices();
    instances = await Promise.all([1, 2].map((number) => startInstance(services, `instance-${number}`)));
  }, 600_000);
  beforeEach(async () => {
    sessionsBefore = await countSessions(services);
    load = new WriteLoad(
      services,
      instances,
      [1, 2, 3, 4].map((index) => demoAccount(index)),
    );
  });
  afterEach(() => load.stop(), 120_000);
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    await services?.stop();
  }, 120_000);

  test(
    `OPS-4 no acknowledged write is lost or duplicated when an instance is killed ${kills} times`,
    async () => {
      for (let round = 0; round < kills; round += 1) {
        await load.progress(WRITES_BETWEEN);
        const victim = instances[round % instances.length] as SiteInstance;
        await victim.kill();
        // The other instances must keep working.
        await load.progress(WRITES_BETWEEN);
        await victim.start();
      }
      await load.stop();
      for (const instance of instances) await expectWhole(services, instance, { load, sessionsBefore });
    },
    kills * 60_000,
  );

  test(
    `OPS-4 no acknowledged write is lost or duplicated when the database is killed ${kills} times`,
    async () => {
      for (let round = 0; round < kills; round += 1) {
        await load.progress(WRITES_BETWEEN);
        await services.crashDatabase();
        // The instances must recover without a restart.
        for (const instance of instances)
          await until(() => isReady(instance), 'an instance that is ready', 60_000);
        await load.progress(WRITES_BETWEEN);
      }
      await load.stop();
      for (const instance of instances) await expectWhole(services, instance, { load, sessionsBefore });
    },
    kills * 60_000,
  );
}
