import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { E2E_DIST_DIR } from '../support/e2e-site';
import { OPERATOR, REAL_DIST_DIR } from '../support/real-build';
import { expect, test } from '../support/site-test';

/** Texts that only the modules of the demo wallet and of its guide hold. */
const MARKS = ['local.tidewell.demo-wallet', '59c6995e998f97a5a0044966f0945389', 'tidewell.guide'];

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
