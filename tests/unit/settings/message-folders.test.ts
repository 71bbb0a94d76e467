/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = 'lib/messages';
/** The folders of lib/messages from the ground up. Each imports only earlier ones. `.` has the files beside them. */
const FLOORS: readonly string[] = [
  'protocol',
  'mls',
  'storage',
  'core',
  'images',
  'members',
  'receive',
  'send',
  'views',
  '.',
];

const IMPORT = /(?:from|import) ?\(?'([^']+)'/g;
const files = execFileSync('git', ['ls-files', 'app', 'components', 'lib', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file));

/** Every import of the product's code. Modules of the tree are named by their path from the root. */
const imports = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) => ({
    file,
    module: name.startsWith('.') ? path.join(path.dirname(file), name) : name.replace(/^@\//, ''),
  })),
);
const isIn = (folder: string, file: string) => file.startsWith(`${folder}/`);
const folderOf = (file: string) => path.relative(ROOT, path.dirname(file)) || '.';

test('each folder of lib/messages imports only those below it', () => {
  const inside = imports.filter(({ file, module }) => isIn(ROOT, file) && isIn(ROOT, module));
  expect(inside.length).toBeGreaterThan(200);
  const floorOf = (file: string) => FLOORS.indexOf(folderOf(file));
  expect(files.filter((file) => isIn(ROOT, file) && floorOf(file) < 0)).toEqual([]);
  expect(
    inside.filter(
      ({ file, module }) => folderOf(file) !== folderOf(module) && floorOf(file) <= floorOf(module),
    ),
  ).toEqual([]);
});

test('the API and the server share the protocol with the client, and nothing else of lib/messages', () => {
  const shared = imports.filter(
    ({ file, module }) => (isIn('lib/server', file) || isIn('lib/api', file)) && isIn(ROOT, module),
  );
  expect(shared.length).toBeGreaterThan(3);
  expect(shared.filter(({ module }) => !isIn(`${ROOT}/protocol`, module))).toEqual([]);
});

test('only lib/messages/mls imports the MLS library and its ciphers', () => {
  const importers = imports
    .filter(({ module }) => /^(ts-mls|@noble|@hpke)(\/|$)/.test(module))
    .map(({ file }) => file)
    .filter((file) => !isIn(`${ROOT}/mls`, file));
  // The server reads the frame of a message, which isn't encrypted, to compare it with the request.
  expect([...new Set(importers)]).toEqual(['lib/server/messages/frame.ts']);
});
