import { fileURLToPath } from 'node:url';
import base from '../../jest.config.mjs';

const rootDir = fileURLToPath(new URL('../..', import.meta.url));
const environments = { unit: 'jsdom', api: 'node' };

/** The unit and api tests, in environments that activate mutants. Used in the copy of the repository only. */
export default {
  rootDir,
  testTimeout: base.testTimeout,
  projects: base.projects
    .filter(({ displayName }) => displayName in environments)
    .map((project) => ({
      ...project,
      rootDir,
      testEnvironment: `<rootDir>/scripts/mutation/${environments[project.displayName]}-environment.ts`,
    })),
};
