import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Runs the install scripts of the packages that `allowScripts` in package.json allows. Run it after `npm ci
 * --ignore-scripts`: npm 10, which comes with Node 20 and 22, doesn't read `allowScripts` and would run every script.
 */
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
// Without names, npm would run the scripts of all packages. Names that aren't installed here are ignored.
if (allowed.length > 0) {
  const { status, error } = spawnSync('npm', ['rebuild', ...allowed], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
}
