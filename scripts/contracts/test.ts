import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnv } from '@/lib/env';
import { forgeBinary } from './forge-binary';

const SUMMARY = /(\d+) tests? passed, (\d+) failed, \d+ skipped \(\d+ total tests?\)/;

const args = process.argv.slice(2);
const root = fileURLToPath(new URL('../..', import.meta.url));
const forge = spawn(forgeBinary(), ['test', '--root', root, ...args], {
  cwd: root,
  env: childEnv({ FOUNDRY_CONFIG: join(root, 'contracts/foundry.toml'), FOUNDRY_PROFILE: undefined }),
  stdio: ['inherit', 'pipe', 'inherit'],
});

let tail = '';
forge.stdout.setEncoding('utf8').on('data', (text: string) => {
  process.stdout.write(text);
  tail = (tail + text).slice(-100_000);
});
forge.on('error', (error) => {
  console.error(`contracts: forge could not be started: ${error.message}`);
  process.exitCode = 1;
});
forge.on('close', (code) => {
  process.exitCode = code ?? 1;
  if (args.includes('--json')) return;
  const [, passed, failed] = SUMMARY.exec(tail) ?? [];
  if (passed === undefined) {
    console.error('contracts: forge gave no result');
    process.exitCode ||= 1;
    return;
  }
  console.log(`contracts: ${passed} passed, ${failed} failed`);
});
