import type { Artifact } from './compiler';

type Abi = Artifact['abi'];

function named(artifacts: Artifact[], name: string): Artifact {
  const found = artifacts.find(({ contractName }) => contractName === name);
  if (!found) throw new Error(`contracts/src declares no contract named ${name}`);
  return found;
}

function abiModule(constName: string, source: string, abi: Abi): string {
  const text = JSON.stringify(abi, null, 2);
  return `/** Generated from ${source} by scripts/contracts/compile.ts. */\nexport const ${constName} = ${text} as const;\n`;
}

/** What EIP-2612 and EIP-5267 add to ERC-20; the rest is viem's erc20Abi. */
const permitFunctions = ['permit', 'nonces', 'DOMAIN_SEPARATOR', 'eip712Domain'];

/** Contracts that people call. They pass a token's own errors on, so their callers have to know them too. */
const platformAbis = [
  { contractName: 'Vault', module: 'vault', constName: 'vaultAbi' },
  { contractName: 'StakingPool', module: 'staking-pool', constName: 'stakingPoolAbi' },
  { contractName: 'Presale', module: 'presale', constName: 'presaleAbi' },
  { contractName: 'Pledge', module: 'pledge', constName: 'pledgeAbi' },
];

const errorsOf = (abi: Abi) => abi.filter(({ type }) => type === 'error');

/** Joins ABIs; an item that several of them hold stays once. */
function joinAbis(...abis: Abi[]): Abi {
  const byText = new Map(abis.flat().map((item) => [JSON.stringify(item), item]));
  return [...byText.values()];
}

/** What `compile` writes: the text of each file by its path from the root of the repository. */
export function generatedFiles(artifacts: Artifact[]): Map<string, string> {
  const permitToken = named(artifacts, 'DemoPermitToken').abi;
  const tokenErrors = errorsOf(permitToken);
  const permit = permitToken.filter(({ name }) => name !== undefined && permitFunctions.includes(name));
  return new Map([
    ...artifacts.map((artifact): [string, string] => [
      `contracts/artifacts/${artifact.contractName}.json`,
      `${JSON.stringify(artifact, null, 2)}\n`,
    ]),
    ...platformAbis.map(({ contractName, module, constName }): [string, string] => [
      `lib/evm/abi/${module}.ts`,
      abiModule(
        constName,
        `${contractName}.sol and the errors of ERC-20 and EIP-2612`,
        joinAbis(named(artifacts, contractName).abi, tokenErrors),
      ),
    ]),
    [
      'lib/evm/abi/erc20-permit.ts',
      abiModule('erc20PermitAbi', 'DemoPermitToken.sol (OpenZeppelin ERC20Permit)', [
        ...permit,
        ...tokenErrors,
      ]),
    ],
  ]);
}
