import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser';
import {
  DAPP_ORIGIN,
  E2E_DAPPS,
  E2E_DATA_DIR,
  E2E_DIST_DIR,
  E2E_DRAFTS_DIR,
  E2E_ORIGIN,
  E2E_PORT,
  E2E_PREVIEW_SECRET,
  PUSH_PORT,
  SHELL_ORIGIN,
  TEST_DAPP_ORIGIN,
} from './tests/support/e2e-site';

/** Specs that require a separate build, which is created first. */
const needBuilds = ['**/real-build.spec.ts', '**/download-links.spec.ts', '**/several-instances.spec.ts'];

/** Tests run against the production build with a separate database and chains, as a user would start it. */
export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  // One more than the number of cores in a small machine, because tests often wait for a block, a timer, or the server.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Only meant to catch hangs: a passing test takes a fraction of this time.
  timeout: 300_000,
  expect: { timeout: 45_000, toPass: { timeout: 90_000 } },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: E2E_ORIGIN,
    // The wallet shows times in the device's time zone.
    timezoneId: 'UTC',
    // Requests that a service worker sends can't be routed. Only the specs of the worker allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: await findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
    // Off, because a trace makes a test take a third longer. Use `--trace on` to record one.
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
        DAPPS_FILE: E2E_DAPPS,
        CLEAR_SIGNING_DIR: 'tests/support/clear-signing',
        REPORTED_LISTS: 'tests/support/reported-list.txt',
        PREVIEW_SECRET: E2E_PREVIEW_SECRET,
        DRAFTS_DIR: E2E_DRAFTS_DIR,
        LOG_LEVEL: 'error',
        MESSAGES_ENABLED: '1',
        PUSH_SERVICE_ORIGIN: `http://127.0.0.1:${PUSH_PORT}`,
        PRICE_PLATFORMS: '',
        RATE_SOURCES: '',
        // Opening a database connection is slow on a busy machine.
        DATABASE_WAIT_SECONDS: '60',
        // All visitors simulated by the tests share one IP address.
        RATE_LIMITS:
          'nonce=2000/60,login=2000/60,verify=2000/60,upload=2000/60,write=2000/60,stream=2000/60,message=6000/60,read=9000/60',
      },
      timeout: 1_800_000,
      stdout: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    },
    { command: 'npx tsx tests/support/embed-shell/server.ts', url: SHELL_ORIGIN },
    { command: 'npx tsx tests/support/sample-dapp/server.ts', url: DAPP_ORIGIN },
    { command: 'npx tsx tests/support/test-dapp/server.ts', url: TEST_DAPP_ORIGIN },
  ],
});
