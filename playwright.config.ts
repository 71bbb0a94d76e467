import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser';
import {
  E2E_DATA_DIR,
  E2E_DIST_DIR,
  E2E_DRAFTS_DIR,
  E2E_ORIGIN,
  E2E_PORT,
  E2E_PREVIEW_SECRET,
  SHELL_ORIGIN,
} from './tests/support/e2e-site';

/** They need a build of their own, which is made first. */
const needBuilds = ['**/real-build.spec.ts', '**/download-links.spec.ts', '**/several-instances.spec.ts'];

/** The site under test is what a user starts: the production build with its own database and chains. */
export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  // One more than the cores of a small machine: much of the time a test waits for a block, a timer or the server.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Bounds for what never comes, on a machine that does much else beside; no test waits so long.
  timeout: 480_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: E2E_ORIGIN,
    launchOptions: {
      executablePath: await findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
    // A quarter of the time otherwise. `--trace on` records a test that is looked into.
    trace: 'off',
  },
  projects: [
    { name: 'build', testMatch: '**/real-build.setup.ts' },
    { name: 'past', testMatch: '**/past-prices.setup.ts' },
    { name: 'site', testIgnore: needBuilds, dependencies: ['past'] },
    { name: 'builds', testMatch: needBuilds, dependencies: ['build'] },
  ],
  webServer: [
    {
      command: 'npm run -s reset && npm start',
      url: `${E2E_ORIGIN}/api/health/ready`,
      env: {
        PORT: String(E2E_PORT),
        DATA_DIR: E2E_DATA_DIR,
        NEXT_DIST_DIR: E2E_DIST_DIR,
        EMBED_ORIGINS: SHELL_ORIGIN,
        PREVIEW_SECRET: E2E_PREVIEW_SECRET,
        DRAFTS_DIR: E2E_DRAFTS_DIR,
        LOG_LEVEL: 'error',
        PRICE_PLATFORMS: '',
        RATE_SOURCES: '',
        // A new connection takes long on a machine that does much else.
        DATABASE_WAIT_SECONDS: '60',
        // One client, this machine, is all the visitors of the tests.
        RATE_LIMITS: 'nonce=2000/60,login=2000/60,verify=2000/60,upload=2000/60,write=2000/60,stream=2000/60',
      },
      timeout: 1_800_000,
      stdout: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    },
    { command: 'npx tsx tests/support/embed-shell/server.ts', url: SHELL_ORIGIN },
  ],
});
