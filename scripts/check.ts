import { spawnSync } from 'node:child_process';

/**
 * Runs lint, types, unused code and requirement IDs, in this order.
 * `npm run check -- --fix` applies the linter's fixes.
 */
const isFixing = process.argv.includes('--fix');

const steps: readonly (readonly string[])[] = [
  ['biome', 'check', ...(isFixing ? ['--write'] : []), '.'],
  ['next', 'typegen'],
  ['tsc', '--noEmit'],
  ['knip'],
  ['tsx', 'scripts/requirements.ts'],
];

for (const [command = '', ...args] of steps) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error(`npm run check: ${command} failed`);
    process.exit(status ?? 1);
  }
}
