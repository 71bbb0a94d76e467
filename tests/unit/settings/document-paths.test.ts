/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { settingNames } from '@/lib/settings/env';

const tree = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
/** Every path of the tree, and its ends after each slash, because documents leave out folders that their text names. */
const names = new Set(
  tree.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(index).join('/'))),
);
const documents = tree.filter((file) => /^(docs\/.+|[A-Z]+)\.md$/.test(file));

/** A file, with an optional line (`file.ts:12`). Patterns (`*`, `{a,b}`) and addresses on the site (`/api/…`) are none. */
const FILE = /`(?!\/)([\w@.[\]()/-]+\.(?:tsx?|mjs|sol|css|md|sh|json|yaml|conf))(?::\d+)?`/g;
const FOLDER =
  /`((?:app|components|lib|contracts|config|messages|scripts|server|tests|tools|findings|docs)(?:\/[\w@[\]()-]+)+)`/g;
/** Files that readers make: of the language that editing.md adds as an example, of drafts, and of a contract. */
const EXAMPLE = /(^|[/-])ja\.|^drafts\/|^CONTRACT\./;

/** Names of npm scripts: `npm run NAME …` and, after one in the same list, `NAME`. */
const SCRIPTS = /\bnpm run (?:--?[a-z]+ )*[\w:]+[^`\n]*(?:`, `[\w:]+(?=`))*/g;
/** Names in the form of settings, alone, in a list, or with a value. */
const SETTING = /\b([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b/g;
/** Names that readers replace in an example, or that they find in their contract. */
const PLACEHOLDER = /^(?:OUT_DIR|RPC_URL|ADMIN_URL|RESTORED_URL|STAKING_TOKEN|REWARD_TOKEN)$/;

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
const textOf = (document: string) => readFileSync(document, 'utf8');
/** Anchors of a document's headings, as GitHub derives them. */
const headingsOf = (document: string) =>
  matches(textOf(document), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{Letter}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('OPS-5 documents name only files that exist', () => {
  const named = documents.flatMap((document) =>
    matches(textOf(document), FILE).map((name) => ({ document, name })),
  );
  expect(named.length).toBeGreaterThan(500);
  expect(named.filter(({ name }) => !names.has(name) && !EXAMPLE.test(name))).toEqual([]);
});

test('documents name only folders that exist', () => {
  const named = documents.flatMap((document) =>
    matches(textOf(document), FOLDER).map((name) => ({ document, name })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !existsSync(name))).toEqual([]);
});

/** The changelog also names what releases removed. */
const current = documents.filter((document) => document !== 'CHANGELOG.md');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

test('documents name only npm scripts and benchmarks that exist', () => {
  const named = current.flatMap((document) =>
    (textOf(document).match(SCRIPTS) ?? []).flatMap((list) =>
      matches(list, /(?:\bnpm run (?:--?[a-z]+ )*|`, `)([\w:]+)/g).map((name) => ({ document, name })),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
  const benches = current.flatMap((document) => matches(textOf(document), /\bnpm run bench -- ([a-z]+)/g));
  expect(benches.length).toBeGreaterThan(5);
  expect(benches.filter((name) => !names.has(`bench/${name}.ts`))).toEqual([]);
});

test('documents name only settings and constants that exist', () => {
  // Tests don't count: they may name a setting that was removed.
  const sources = tree.filter(
    (file) => /\.(tsx?|mjs|sol|ya?ml|toml|conf)$|^\.ci\//.test(file) && !/^tests\//.test(file),
  );
  const known = new Set(sources.flatMap((file) => matches(textOf(file), SETTING)).concat(settingNames()));
  const named = current.flatMap((document) =>
    matches(textOf(document), SETTING).map((name) => ({ document, name })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !known.has(name) && !PLACEHOLDER.test(name))).toEqual([]);
});

test('the command for one unit test file runs only that file', () => {
  const [command = ''] = matches(textOf('CONTRIBUTING.md'), /`npm run test:unit -- (\S+)[^`]*`/g);
  const listed = execFileSync('npm', ['run', '-s', 'test:unit', '--', command, '--listTests'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect(matches(listed, /^(\S+\.test\.tsx?)$/gm)).toEqual([path.resolve(command)]);
});

test('documents link only to files and headings that exist', () => {
  const linked = documents.flatMap((document) =>
    [...textOf(document).matchAll(/\]\(([\w./-]*)(?:#([\w-]+))?\)/g)].map(([, target = '', heading]) => ({
      document,
      file: target === '' ? document : path.join(path.dirname(document), target),
      heading,
    })),
  );
  expect(linked.length).toBeGreaterThan(100);
  const isBroken = ({ file, heading }: (typeof linked)[number]) =>
    !existsSync(file) || (heading !== undefined && !headingsOf(file).includes(heading));
  expect(linked.filter(isBroken)).toEqual([]);
});
