import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { copyRepository, instrument, type Mutant } from './mutation/sandbox';
import { targets } from './mutation/targets';
import { type Outcome, tryMutants } from './mutation/try-mutants';

// Changes one place of the code at a time and checks that a test fails. Survivors that scripts/mutation/explained.json
// explains aren't listed. Arguments: the time limit in minutes (60), and parts of the names of the folders or
// files to change. With --sample=N, only N mutants of each folder are tried, spread evenly over its code. The working
// directory must be the repository root.

const explanationsSchema = z.array(
  z.strictObject({ file: z.string(), from: z.string(), to: z.string(), reason: z.string().min(20) }),
);
const explained = explanationsSchema.parse(
  JSON.parse(readFileSync('scripts/mutation/explained.json', 'utf8')),
);
const isExplained = ({ file, from, to }: Mutant) =>
  explained.some((one) => one.file === file && one.from === from && one.to === to);

const options = process.argv.slice(2);
const [minutes = '60', ...names] = options.filter((option) => !option.startsWith('--'));
const sampleOption = options.find((option) => option.startsWith('--sample='))?.slice('--sample='.length);
const sampleSize = sampleOption === undefined ? Number.POSITIVE_INFINITY : Number(sampleOption);
if (!(sampleSize > 0)) throw new Error('--sample must be a number above 0');
const deadline = Date.now() + Number(minutes) * 60_000;
const isWanted = (path: string) => names.length === 0 || names.some((name) => path.includes(name));

// Always the same folder, so that jest's cache of compiled files stays useful.
const work = join(realpathSync(tmpdir()), 'tidewell-mutation');
const root = join(work, 'repository');
const reports = join(work, 'reports');
mkdirSync(reports, { recursive: true });

/** Returns the paths of all files below a folder, sorted. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

type Row = {
  folder: string;
  killed: number;
  survived: number;
  unreached: number;
  explained: number;
  unfinished: number;
};

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.floor((100 * part) / whole)}%`);
const short = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);

function report(folder: string, mutants: readonly Mutant[], outcomes: ReadonlyMap<string, Outcome>): Row {
  const tried = mutants.flatMap((mutant) => {
    const outcome = outcomes.get(mutant.id);
    return outcome ? [{ ...mutant, outcome, isExplained: isExplained(mutant) }] : [];
  });
  const count = (kind: Outcome['kind']) => tried.filter(({ outcome }) => outcome.kind === kind).length;
  const rest = tried.filter(({ outcome }) => outcome.kind !== 'killed');
  for (const { file, line, from, to, outcome, isExplained: known } of rest)
    if (!known) console.info(`${outcome.kind} ${file}:${line}\n  - ${short(from)}\n  + ${short(to)}`);
  writeFileSync(join(reports, `${folder.replaceAll('/', '-')}.json`), JSON.stringify(tried, null, 1));
  const row: Row = {
    folder,
    killed: count('killed'),
    survived: count('survived'),
    unreached: count('not reached'),
    explained: rest.filter((one) => one.isExplained).length,
    unfinished: mutants.length - tried.length,
  };
  console.info(
    `${folder}: ${row.killed} of ${mutants.length} killed (${percent(row.killed, mutants.length)}), ${row.unfinished} unfinished`,
  );
  return row;
}

copyRepository(root);
const rows: Row[] = [];
const chosen = Object.entries(targets)
  .map(([folder, tests]) => ({
    folder,
    files: filesBelow(folder).filter((file) => /\.tsx?$/.test(file) && isWanted(file)),
    testFiles: filesBelow('tests').filter(
      (file) => /\.test\.tsx?$/.test(file) && tests.some((part) => file.startsWith(part)),
    ),
  }))
  .filter(({ files }) => files.length > 0);
for (const [index, { folder, files, testFiles }] of chosen.entries()) {
  // What a folder doesn't use of its share of the time is left to the others.
  const until = Date.now() + (deadline - Date.now()) / (chosen.length - index);
  const isOver = () => Date.now() > until;
  const { mutants: all, restore } = await instrument(root, files);
  const stride = Math.max(1, all.length / sampleSize);
  const mutants = all.filter((_, index) => Math.floor(index / stride) !== Math.floor((index - 1) / stride));
  const ids = mutants.map(({ id }) => id);
  rows.push(report(folder, mutants, await tryMutants(root, { ids, files: testFiles, isOver })));
  restore();
}

console.info('\n| folder | mutants | killed | survived | not reached | unfinished | score | explained |');
for (const { folder, killed, survived, unreached, unfinished, explained: known } of rows) {
  const all = killed + survived + unreached + unfinished;
  console.info(
    `| \`${folder}\` | ${all} | ${killed} | ${survived} | ${unreached} | ${unfinished} | ${percent(killed, all)} | ${known} |`,
  );
}
console.info(`Reports: ${relative(process.cwd(), reports)}`);
