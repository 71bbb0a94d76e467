import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSite } from '../../scripts/local/build';
import { expect, test } from '../support/site-test';

/** Texts that only the demo wallet's modules hold. */
const MARKS = ['local.tidewell.demo-wallet', '59c6995e998f97a5a0044966f0945389'];

async function scriptsWith(dist: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['static', 'server']) {
    for (const file of await readdir(join(dist, folder), { recursive: true })) {
      if (!file.endsWith('.js')) continue;
      const text = await readFile(join(dist, folder, file), 'utf8');
      if (MARKS.some((mark) => text.includes(mark))) found.push(file);
    }
  }
  return found;
}

test('WAL-1 a build for real chains has nothing of the demo wallet, and the local build has it', async () => {
  test.setTimeout(240_000);
  await buildSite({ root: process.cwd(), distDir: '.next-real', demoWallet: false });
  expect(await scriptsWith('.next-real')).toEqual([]);
  expect(await scriptsWith('.next')).not.toEqual([]);
});
