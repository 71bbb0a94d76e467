import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const read = (name: string) => readFileSync(path.join(process.cwd(), 'docs', name), 'utf8');

test('OPS-5 every test that the threat model names exists', () => {
  const named = [...read('security.md').matchAll(/`([\w/.-]+\.(?:test\.tsx?|spec\.ts|t\.sol))`/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter(
    (name) =>
      !existsSync(name.endsWith('.sol') ? path.join('contracts/test', name) : path.join('tests', name)),
  );
  expect(missing).toEqual([]);
});
