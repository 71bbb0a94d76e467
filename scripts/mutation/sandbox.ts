import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export type Mutant = {
  id: string;
  file: string;
  /** From 1. */
  line: number;
  from: string;
  to: string;
};

type Position = { line: number; column: number };
type Instrumented = {
  files: readonly { name: string; content: string }[];
  mutants: readonly {
    id: string;
    fileName: string;
    location: { start: Position; end: Position };
    replacement: string;
  }[];
};
type InstrumenterModule = {
  Instrumenter: new (
    logger: object,
  ) => { instrument: (files: readonly object[], options: object) => Promise<Instrumented> };
};

/** Files of the repository, as Git lists them. */
const listFiles = () =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '');

/** Replacements for the environments that test files choose. */
const environments = (root: string) => [
  {
    files: /\.test\.tsx?$/,
    from: /@jest-environment node\b/,
    to: `@jest-environment ${join(root, 'scripts/mutation/node-environment.ts')}`,
  },
  {
    files: /^tests\/support\/site-environment\.ts$/,
    from: "'./jsdom-environment'",
    to: "'../../scripts/mutation/jsdom-environment'",
  },
];

/**
 * Copies the repository to `root`. Tests that choose their own environment get one that activates mutants.
 */
export function copyRepository(root: string): void {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  for (const file of listFiles()) {
    // A deleted file is listed until the deletion is committed.
    if (!existsSync(file)) continue;
    cpSync(file, join(root, file));
    if (!/\.tsx?$/.test(file)) continue;
    const source = readFileSync(file, 'utf8');
    const changed = environments(root).reduce(
      (text, { files, from, to }) => (files.test(file) ? text.replace(from, to) : text),
      source,
    );
    if (changed !== source) writeFileSync(join(root, file), changed);
  }
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
}

/** Returns the text between two positions, on one line. Lines and columns count from 0. */
function textBetween(source: string, start: Position, end: Position): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column) ?? '';
  lines[0] = lines[0]?.slice(start.column) ?? '';
  return oneLine(lines.join(' '));
}
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const silentLogger = new Proxy({}, { get: () => () => false });

/** Writes all mutants of the files into the copy, behind switches. `restore` writes the original files again. */
export async function instrument(
  root: string,
  files: readonly string[],
): Promise<{ mutants: Mutant[]; restore: () => void }> {
  // The package is installed on demand by `npm run mutate`, so there are no types for it.
  const name: string = '@stryker-mutator/instrumenter';
  const { Instrumenter }: InstrumenterModule = await import(name);
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const result = await new Instrumenter(silentLogger).instrument(
    files.map((file) => ({ name: file, mutate: true, content: sources.get(file) })),
    { plugins: null, excludedMutations: [], ignorers: [], mutator: {}, noHeader: false },
  );
  for (const { name: file, content } of result.files) writeFileSync(join(root, file), content);
  const mutants = result.mutants.map(({ id, fileName, location: { start, end }, replacement }) => ({
    id,
    file: fileName,
    line: start.line + 1,
    from: textBetween(sources.get(fileName) ?? '', start, end),
    to: oneLine(replacement),
  }));
  const restore = () => {
    for (const [file, source] of sources) writeFileSync(join(root, file), source);
  };
  return { mutants, restore };
}
