import { runForge } from './forge';

/**
 * A row of forge's table: a source file with its line, statement, branch and function coverage in percent.
 */
const ROW = /^\| (contracts\/src\/\S+) +\|(.+)\|$/gm;
const SHARE = /([\d.]+)% \(\d+\/\d+\)/g;

// Coverage needs a build without the optimizer. Invariants
// are excluded: the other tests must reach full coverage.
const { code, output } = await runForge([
  'coverage',
  ...['--no-match-coverage', '(node_modules|contracts/test)', '--no-match-contract', 'Invariant'],
  ...process.argv.slice(2),
]);
const rows = [...output.matchAll(ROW)].map(([, file, cells = '']) => ({
  file,
  shares: [...cells.matchAll(SHARE)].map(([, share]) => Number(share)),
}));
const short = rows.filter(({ shares }) => shares.length !== 4 || shares.some((share) => share < 100));
for (const { file } of short) console.error(`contracts: ${file} is not covered in full`);
console.log(`contracts: ${rows.length - short.length} of ${rows.length} sources covered in full`);
process.exitCode = code !== 0 || rows.length === 0 || short.length > 0 ? 1 : 0;
