import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSite } from '../../scripts/local/build';
import { E2E_DIST_DIR } from '../support/e2e-site';
import { expect, test } from '../support/site-test';

const REAL_DIST_DIR = '.next-real';
/** An operator's canonical origin. */
const OPERATOR = 'https://wallet.example.org';
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

// One worker, so that the build is made once.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  await buildSite({ root: process.cwd(), distDir: REAL_DIST_DIR, demoWallet: false, origin: OPERATOR });
});

test('WAL-1 a build for real chains has nothing of the demo wallet, and the local build has it', async () => {
  expect(await scriptsWith(REAL_DIST_DIR)).toEqual([]);
  expect(await scriptsWith(E2E_DIST_DIR)).not.toEqual([]);
});

test("SEO-1 a build names the operator's origin wherever an address is absolute", async () => {
  const read = (file: string) => readFile(join(REAL_DIST_DIR, 'server/app', file), 'utf8');
  const [home, sitemap, robots] = await Promise.all(
    ['zh-Hant/home.html', 'sitemap.xml.body', 'robots.txt.body'].map(read),
  );
  expect(home).toContain(`<link rel="canonical" href="${OPERATOR}/zh-Hant/home"/>`);
  expect(home).toContain(`content="${OPERATOR}/images/og/zh-Hant/home.png"`);
  expect(sitemap).toContain(`<loc>${OPERATOR}/home</loc>`);
  expect(robots).toContain(`Sitemap: ${OPERATOR}/sitemap.xml`);
  for (const text of [home, sitemap, robots]) expect(text).not.toMatch(/https?:\/\/(127\.0\.0\.1|localhost)/);
});
