import { indexablePaths, routes } from '@/lib/routes';
import { weighPage } from '../../scripts/bench/page-weight';
import { E2E_ORIGIN } from '../support/e2e-site';
import { expect, test } from '../support/site-test';

const KIB = 1024;
/** First-load JavaScript of a page of the same Next with nothing on it, as `npm run bench:site` measures it. */
const BARE_JS = 131.7 * KIB;
const BUDGETS = { js: BARE_JS + 12 * KIB, css: 16 * KIB, fonts: 40 * KIB, html: 30 * KIB, images: 60 * KIB };

for (const path of [...indexablePaths, routes.notFound]) {
  test(`SITE-4 ${path} stays within its weight in both languages`, async () => {
    for (const localised of [path, `/zh-Hant${path}`]) {
      const weight = await weighPage(E2E_ORIGIN, localised);
      for (const [kind, limit] of Object.entries(BUDGETS))
        expect(weight[kind as keyof typeof BUDGETS], `${kind} of ${localised}`).toBeLessThanOrEqual(limit);
      // An empty sum would mean that the page is read wrongly.
      expect(weight.js).toBeGreaterThan(100 * KIB);
      expect(weight.html).toBeGreaterThan(2 * KIB);
    }
  });
}
