import { readdir, readFile } from 'node:fs/promises';

const ROW = /^\| ([A-Z0-9]+-\d+)(?: \+)? *\|/gm;
const IN_TEST_NAME =
  /\b(?:test|it|describe)(?:\.each[^\n]*\)|\.each`[^`]*`)?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g;
const ID = /\b[A-Z][A-Z0-9]+-\d+\b/g;
/** Names of proposals and standards, which look like an ID. */
const STANDARDS = /^(?:EIP|ERC|RFC|ISO|UTF|SHA|CVE)-/;

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
process.exitCode = unknown.length > 0 ? 1 : 0;
