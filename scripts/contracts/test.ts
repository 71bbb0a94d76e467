import { runForge } from './forge';

const SUMMARY = /(\d+) tests? passed, (\d+) failed, \d+ skipped \(\d+ total tests?\)/;

const args = process.argv.slice(2);
const { code, output } = await runForge(['test', ...args]);
process.exitCode = code;
if (!args.includes('--json')) {
  const [, passed, failed] = SUMMARY.exec(output) ?? [];
  if (passed === undefined) {
    console.error('contracts: forge reported no result');
    process.exitCode ||= 1;
  } else {
    console.log(`contracts: ${passed} passed, ${failed} failed`);
  }
}
