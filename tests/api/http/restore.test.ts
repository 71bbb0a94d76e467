import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { POST as verifyDeposit } from '@/app/api/deposit/verifyTx/route';
import { GET as ready } from '@/app/api/health/ready/route';
import { GET as info } from '@/app/api/user/info/route';
import { GET as activity } from '@/app/api/wallet/activity/route';
import { boot, shutDown } from '@/lib/server/boot';
import { demoAccount } from '@/scripts/launcher/chains/anvil-client';
import { startServer, stopServer } from '@/scripts/launcher/database/postgres-programs';
import { postgresUser } from '@/scripts/launcher/database/postgres-user';
import { type Backend, startBackend } from '../../support/api-backend';
import { callRoute } from '../../support/api-call';
import { depositNative } from '../../support/api-deposit';
import { tokenOf } from '../../support/api-sign-in';
import { plain } from '../../support/pictures';
import { until } from '../../support/until';
import { fetchAvatar, nameOf, uploadPicture } from '../../support/upload-form';

const run = promisify(execFile);
/** The recovery time objective of docs/operations.md, from the copied files to readiness. */
const RECOVERY_MS = 60_000;
const account = demoAccount(1);

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

const credited = async (token: string): Promise<unknown> => {
  const { data } = await callRoute(activity, { token, query: { pageNum: 1, pageSize: 20 } });
  return (data as { total: number }).total;
};

test('OPS-3 after a restore, users, sessions, and pictures are back, and newer deposits can be credited again', async () => {
  const user = await postgresUser([backend.dir]);
  const port = Number(new URL(backend.databaseUrl).port);
  const [data, uploads, backup] = ['postgres', 'uploads', 'backup'].map((name) =>
    path.join(backend.dir, name),
  );
  if (!data || !uploads || !backup) throw new Error('a folder is missing');
  const stop = async () => {
    await shutDown();
    await stopServer(user, data, { force: false });
  };
  const start = async () => {
    await startServer(user, { data, log: path.join(backend.dir, 'postgres.log') }, port);
    await boot();
  };
  const deposit = (wei: bigint) => depositNative(backend.chains[0], account, wei);
  const verify = (token: string, txHash: string) =>
    callRoute(verifyDeposit, { token, body: { chainId: backend.chains[0].id, txHash } });

  const token = await tokenOf(account);
  const { data: picture } = await uploadPicture(token, await plain(64, 64).png().toBuffer());
  expect(await verify(token, await deposit(1n))).toMatchObject({ code: 200 });

  await stop();
  await mkdir(backup);
  await run('cp', ['-a', data, uploads, backup]);
  await start();

  const newer = await deposit(2n);
  const newerToken = await tokenOf(account);
  expect(await verify(newerToken, newer)).toMatchObject({ code: 200 });
  expect(await credited(token)).toBe(2);

  await stop();
  await Promise.all([data, uploads].map((folder) => rm(folder, { recursive: true })));
  const startedAt = performance.now();
  await run('cp', ['-a', path.join(backup, 'postgres'), path.join(backup, 'uploads'), backend.dir]);
  await start();
  await until(async () => (await ready()).status === 200, 'the site to be ready');
  expect(performance.now() - startedAt).toBeLessThan(RECOVERY_MS);

  expect(await callRoute(info, { token })).toMatchObject({ code: 200, data: { avatar: picture?.url } });
  expect((await fetchAvatar(nameOf(picture?.url))).status).toBe(200);
  expect(await callRoute(info, { token: newerToken })).toMatchObject({ code: 401 });
  expect(await credited(token)).toBe(1);
  for (let time = 0; time < 2; time += 1)
    expect(await verify(token, newer)).toMatchObject({ code: 200, data: { txHash: newer } });
  expect(await credited(token)).toBe(2);
});
