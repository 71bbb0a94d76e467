/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import solc from 'solc';
import {
  type Artifact,
  compileContracts,
  generatedFiles,
  verificationInput,
} from '@/scripts/contracts/compiler';

describe('committed artifacts', () => {
  let artifacts: Artifact[];
  let files: Map<string, string>;

  beforeAll(() => {
    artifacts = compileContracts();
    files = generatedFiles(artifacts);
  });

  test('match the compiled sources byte for byte', () => {
    for (const [path, text] of files)
      expect({ path, text: readFileSync(path, 'utf8') }).toEqual({ path, text });
  });

  test('exist for each contract and for nothing else', () => {
    const expected = artifacts.map(({ contractName }) => `${contractName}.json`).sort();
    expect(readdirSync('contracts/artifacts').sort()).toEqual(expected);
  });

  test('are reproduced by the standard JSON input for source verification, without further files', () => {
    const { contracts } = JSON.parse(solc.compile(JSON.stringify(verificationInput('Vault'))));
    const { object } = contracts['contracts/src/Vault.sol'].Vault.evm.bytecode;
    const vault = artifacts.find(({ contractName }) => contractName === 'Vault');
    expect(`0x${object}`).toBe(vault?.bytecode);
  });

  // The compiler warns of deployed code above the limit of EIP-170, and `compileContracts` throws then.
  test('stay within the size limit of EIP-3860', () => {
    const oversized = artifacts.filter(({ bytecode }) => (bytecode.length - 2) / 2 > 49_152);
    expect(oversized).toEqual([]);
  });
});
