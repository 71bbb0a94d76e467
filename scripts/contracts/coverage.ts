import { runForge } from './forge';

/** A row of forge's table: a source of ours, then lines, statements, branches and functions, each as a share. */
const ROW = /^\| (contracts\/src\/\S+) +\|(.+)\|$/gm;
const SHARE = /([\d.]+)% \(\d+\/\d+\)/g;

// Forge compiles without the optimizer to measure. Invariants are left out: the tests alone have to reach everything.
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
