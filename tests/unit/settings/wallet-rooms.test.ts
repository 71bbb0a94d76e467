/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = 'components/wallet';
const NAMED = /'@\/components\/wallet\/([\w-]+)\/([\w/-]+)'/g;

type Import = { from: string; to: string; file: string };

/** Imports from one room (a folder of components/wallet) to another. Lint permits them only by alias. */
const imports: readonly Import[] = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => {
    const [from = ''] = file.split(path.sep);
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return [...text.matchAll(NAMED)].map(([, to = '', name]) => ({ from, to, file: `${to}/${name}` }));
  })
  .filter(({ from, to }) => from !== to);

/** Returns the imports that are part of a circle, or of a way from one circle to another. */
function circular(among: readonly Import[]): readonly Import[] {
  const left = among.filter(
    ({ from, to }) => among.some((next) => next.from === to) && among.some((last) => last.to === from),
  );
  return left.length === among.length ? left : circular(left);
}

test('no rooms of the wallet import each other in a circle', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(circular(imports)).toEqual([]);
});

test('each exception to the rule against imports between features is in use', () => {
  const exceptions = [
    ...readFileSync('biome.jsonc', 'utf8').matchAll(/"!@\/components\/wallet\/([\w-]+\/[\w-]+)"/g),
  ].map(([, file]) => file);
  const named = new Set(imports.map(({ file }) => file));
  // shell names its own module by its alias, which builds for real chains replace.
  expect(exceptions.filter((file) => file && !named.has(file))).toEqual(['shell/load-demo-wallet']);
});
