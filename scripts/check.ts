import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

const ROW = /^\| ([A-Z0-9]+-\d+)(?: \+)? *\|/gm;
const IN_TEST_NAME =
  /\b(?:test|it|describe)(?:\.each[^\n]*\)|\.each`[^`]*`)?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g;
const ID = /\b[A-Z][A-Z0-9]+-\d+\b/g;
/** Prefixes of standards, whose names look like requirement IDs. */
const STANDARDS = /^(?:EIP|ERC|RFC|ISO|UTF|SHA|CVE)-/;

/**
 * Returns whether all requirement IDs in test names are in docs/requirements.md. Prints the requirement IDs that have
 * no test.
 */
async function checkRequirements(): Promise<boolean> {
  const list = await readFile('docs/requirements.md', 'utf8');
  const rows = new Set([...list.matchAll(ROW)].map(([, id]) => id ?? ''));
  const groups = new Set([...rows].map((id) => id.split('-')[0]));

  const files = (await readdir('tests', { recursive: true })).filter((file) =>
    /\.(test|spec)\.tsx?$/.test(file),
  );
  const proven = new Map<string, string>();
  for (const file of files) {
    for (const [, , name = ''] of (await readFile(`tests/${file}`, 'utf8')).matchAll(IN_TEST_NAME)) {
      for (const id of name.match(ID) ?? []) if (!STANDARDS.test(id)) proven.set(id, file);
    }
  }

  const missing = [...rows].filter((id) => !proven.has(id));
  const unknown = [...proven].filter(([id]) => groups.has(id.split('-')[0] ?? '') && !rows.has(id));
  for (const id of missing) console.log(`no test: ${id}`);
  for (const [id, file] of unknown) console.log(`no such row: ${id} in tests/${file}`);
  console.log(`${rows.size - missing.length} of ${rows.size} requirements have a test`);
  return unknown.length === 0;
}

/** `npm run check -- --fix` also applies the linter's fixes. */
const isFixing = process.argv.includes('--fix');

const steps: readonly (readonly string[])[] = [
  ['biome', 'check', ...(isFixing ? ['--write'] : []), '.'],
  ['next', 'typegen'],
  ['tsc', '--noEmit'],
  ['knip'],
];

for (const [command = '', ...args] of steps) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error(`npm run check: ${command} failed`);
    process.exit(status ?? 1);
  }
}
process.exitCode = (await checkRequirements()) ? 0 : 1;
