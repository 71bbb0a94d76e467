/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { type Artifact, compileContracts, generatedFiles } from '@/scripts/contracts/compiler';

describe('committed artifacts', () => {
  let artifacts: Artifact[];
  let files: Map<string, string>;

  beforeAll(() => {
    artifacts = compileContracts();
    files = generatedFiles(artifacts);
  });

  test('are what the sources compile to, byte for byte', () => {
    for (const [path, text] of files)
      expect({ path, text: readFileSync(path, 'utf8') }).toEqual({ path, text });
  });

  test('are there for each contract and for nothing else', () => {
    const expected = artifacts.map(({ contractName }) => `${contractName}.json`).sort();
    expect(readdirSync('contracts/artifacts').sort()).toEqual(expected);
  });

  test('fit into the size that EIP-170 and EIP-3860 allow', () => {
    const oversized = artifacts.filter(({ bytecode }) => (bytecode.length - 2) / 2 > 24_576);
    expect(oversized).toEqual([]);
  });
});
