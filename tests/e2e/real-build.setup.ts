import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { buildSite } from '../../server/build/build';
import { OPERATOR, REAL_DIST_DIR, WEBSITE_WITH_APPS } from '../support/e2e-site';

// Runs once before the tests that need this build, because two concurrent builds would conflict.
test('OPS-1 creates a build for real chains', async () => {
  test.setTimeout(1_800_000);
  await buildSite({
    root: process.cwd(),
    distDir: REAL_DIST_DIR,
    demoWallet: false,
    origin: OPERATOR,
    websiteFile: WEBSITE_WITH_APPS,
  });
  await expect(access(join(REAL_DIST_DIR, 'BUILD_ID'))).resolves.toBeUndefined();
});
