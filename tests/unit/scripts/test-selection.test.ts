/** @jest-environment node */
import {
  forgeArguments,
  jestArguments,
  playwrightArguments,
  selectTests,
} from '../../../scripts/test/selection';

test('OPS-1 npm test selects tests by part of their path', async () => {
  const { files, name } = await selectTests('withdraw');
  expect(name).toBeNull();
  expect(files.jest).toContain('tests/unit/wallet/vault/withdraw.test.ts');
  expect(files.browser).toContain('tests/e2e/withdraw.spec.ts');
  for (const file of Object.values(files).flat()) expect(file).toMatch(/withdraw/);
});

test('OPS-1 npm test selects tests by part of their name if no path matches', async () => {
  const { files, name } = await selectTests('CUR-2');
  expect(name).toBe('CUR-2');
  expect(Object.values(files).flat().length).toBeGreaterThan(0);
});

test('OPS-1 npm test rejects a pattern that matches nothing', async () => {
  // The pattern is split in two, because otherwise it would match the source of this file.
  await expect(selectTests(['no such', 'test'].join(' '))).rejects.toThrow('no test file or test name');
});

test('OPS-1 passes a test name to the runners as text, not as a regular expression', () => {
  const selection = { files: { contracts: [], jest: [], instances: [], browser: [] }, name: 'a (b)' };
  expect(jestArguments(selection, ['x.test.ts'])).toContain('a \\(b\\)');
  expect(playwrightArguments(selection, ['x.spec.ts'])).toEqual(
    expect.arrayContaining(['x\\.spec\\.ts', 'a \\(b\\)']),
  );
  expect(forgeArguments(selection, ['A.t.sol', 'B.t.sol'])).toEqual([
    '--match-path',
    '{A.t.sol,B.t.sol}',
    '--match-test',
    'a \\(b\\)',
  ]);
});
