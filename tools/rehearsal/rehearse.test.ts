/** @jest-environment node */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { childEnv } from '@/lib/settings/process-env';
import { rehearse, type Way } from './rehearse';
import { copyFiles, dumpAndRestore } from './ways';

const USERS = 40;

async function query(way: Way, text: string): Promise<void> {
  const client = new Client({ connectionString: way.url() });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

test('OPS-3 the rehearsal restores the private database and the pictures, without what came after the backup', async () => {
  const way = await copyFiles();
  const report = await rehearse(way, USERS);
  expect(report.rows).toBeGreaterThan(USERS * 8);
  expect(report.lostUsers).toBe(200);
  for (const measured of [report.lostS, report.backupS, report.restoreS, report.megabytes])
    expect(measured).toBeGreaterThan(0);
  expect(existsSync(path.dirname(way.pictures))).toBe(false);
});

test('OPS-3 the rehearsal fails and names what a restore has changed', async () => {
  const way = await copyFiles();
  const faulty: Way = {
    ...way,
    restore: async () => {
      await way.restore();
      await query(
        way,
        "update transactions set amount_raw = amount_raw - 1 where tx_hash = '0x' || md5('7')",
      );
      await query(way, 'drop index users_avatar');
      const [picture = ''] = await readdir(way.pictures);
      await rm(path.join(way.pictures, picture));
    },
  };
  await expect(rehearse(faulty, USERS)).rejects.toThrow(
    /not restored as it was: public\.transactions, the schema, the pictures$/,
  );
  expect(existsSync(path.dirname(way.pictures))).toBe(false);
});

test('OPS-3 the rehearsal with pg_dump says if pg_dump is missing', async () => {
  const way = await copyFiles();
  const env = jest.replaceProperty(process, 'env', childEnv({ PATH: '/nowhere' }));
  try {
    await expect(dumpAndRestore(way.url())).rejects.toThrow('pg_dump is not installed');
  } finally {
    env.restore();
    await way.cleanUp();
  }
});
