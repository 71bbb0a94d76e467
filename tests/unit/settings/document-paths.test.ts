/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const tree = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
/** Every path of the tree, and its ends after each slash, because documents leave out folders that their text names. */
const names = new Set(
  tree.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(index).join('/'))),
);
const documents = tree.filter((file) => /^(docs\/.+|[A-Z]+)\.md$/.test(file));

/** A file, with an optional line (`file.ts:12`). Patterns (`*`, `{a,b}`) and addresses on the site (`/api/…`) are none. */
const FILE = /`(?!\/)([\w@.[\]()/-]+\.(?:tsx?|mjs|sol|css|md|sh|json|yaml|conf))(?::\d+)?`/g;
const FOLDER = /`((?:app|components|lib|contracts|config|messages|scripts|tests|docs)(?:\/[\w@[\]()-]+)+)`/g;
/** Files that readers make: of the language that editing.md adds as an example, of drafts, and of a contract. */
const EXAMPLE = /(^|[/-])ja\.|^drafts\/|^CONTRACT\./;

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
const textOf = (document: string) => readFileSync(document, 'utf8');

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

test('documents link only to files that exist', () => {
  const linked = documents.flatMap((document) =>
    matches(textOf(document), /\]\(([\w./-]+)(?:#[\w-]+)?\)/g).map((target) => ({ document, target })),
  );
  expect(linked.length).toBeGreaterThan(100);
  const isBroken = ({ document, target }: { document: string; target: string }) =>
    !existsSync(path.join(path.dirname(document), target));
  expect(linked.filter(isBroken)).toEqual([]);
});
