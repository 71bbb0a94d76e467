import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import solc from 'solc';
import { z } from 'zod';

const outputSchema = z.object({
  errors: z
    .array(z.object({ severity: z.string(), errorCode: z.string().optional(), formattedMessage: z.string() }))
    .default([]),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })),
          devdoc: z.looseObject({}),
          userdoc: z.looseObject({}),
          evm: z.object({ bytecode: z.object({ object: z.string() }) }),
        }),
      ),
    )
    .default({}),
});

/** A compiled contract. `bytecode` is the creation code without constructor arguments. */
export type Artifact = {
  contractName: string;
  abi: { type: string; name?: string | undefined }[];
  bytecode: `0x${string}`;
};

// Must match contracts/foundry.toml, so that forge tests the deployed code.
const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'devdoc', 'userdoc', 'evm.bytecode.object'] } },
};

function readImport(path: string) {
  try {
    const folder = path.startsWith('@') ? 'node_modules' : '.';
    return { contents: readFileSync(join(folder, path), 'utf8') };
  } catch (error) {
    return { error: String(error) };
  }
}

/** Not about reentrancy guards that are cleared at the end of the call, as OpenZeppelin's is. */
const TRANSIENT_STORAGE_WARNING = '2394';

const sourcesFolder = 'contracts/src';

/**
 * Compiles Solidity files by their paths from the repository root, which must be the working directory. Returns each
 * file's contracts by name.
 * @throws with the compiler's messages if there are errors or warnings.
 */
export function compileFiles(paths: readonly string[]) {
  const sources = Object.fromEntries(paths.map((path) => [path, { content: readFileSync(path, 'utf8') }]));
  const input = JSON.stringify({ language: 'Solidity', sources, settings });
  const output = outputSchema.parse(JSON.parse(solc.compile(input, { import: readImport })));
  const messages = output.errors.filter(
    ({ severity, errorCode }) => severity !== 'info' && errorCode !== TRANSIENT_STORAGE_WARNING,
  );
  if (messages.length > 0) throw new Error(messages.map((message) => message.formattedMessage).join('\n'));
  return output.contracts;
}

/**
 * Returns the standard JSON input that reproduces a contract's bytecode, with all sources that it imports, for source
 * verification at a block explorer or Sourcify.
 */
export function verificationInput(contractName: string) {
  const sources: Record<string, { content: string }> = {};
  const collect = (path: string) => {
    if (sources[path]) return;
    const folder = path.startsWith('@') ? 'node_modules' : '.';
    const content = readFileSync(join(folder, path), 'utf8');
    sources[path] = { content };
    for (const [, imported = ''] of content.matchAll(/^import [^;]*?"([^"]+)";/gm))
      collect(imported.startsWith('.') ? posix.join(posix.dirname(path), imported) : imported);
  };
  collect(`${sourcesFolder}/${contractName}.sol`);
  return { language: 'Solidity', sources, settings };
}

/**
 * Compiles every deployable contract under contracts/src. Libraries without external functions are not deployed. The working directory must be the repository root.
 * @throws with the compiler's messages if there are errors or warnings.
 */
export function compileContracts(): Artifact[] {
  const paths = readdirSync(sourcesFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sol'))
    .map((path) => join(sourcesFolder, path).replaceAll('\\', '/'))
    .sort();
  const contracts = compileFiles(paths);

  return paths.flatMap((path) => {
    const contractName = basename(path, '.sol');
    const contract = contracts[path]?.[contractName];
    if (!contract) throw new Error(`${path} declares no contract named ${contractName}`);
    const code = contract.evm.bytecode.object;
    return code && contract.abi.some(({ type }) => type === 'function')
      ? [{ contractName, abi: contract.abi, bytecode: `0x${code}` as const }]
      : [];
  });
}

type Abi = Artifact['abi'];

function named(artifacts: Artifact[], name: string): Artifact {
  const found = artifacts.find(({ contractName }) => contractName === name);
  if (!found) throw new Error(`contracts/src declares no contract named ${name}`);
  return found;
}

/** Returns the source of a module with one line per ABI item, without `internalType`, which no client reads. */
function abiModule(constName: string, source: string, abi: Abi): string {
  const lines = abi.map((item) => {
    const text = JSON.stringify(item, (key, value) => (key === 'internalType' ? undefined : value));
    return `  ${text},\n`;
  });
  return `/** Generated from ${source} by scripts/contracts/compile.ts. */\nexport const ${constName} = [\n${lines.join('')}] as const;\n`;
}

/** Functions that EIP-2612 and EIP-5267 add to ERC-20. Viem's erc20Abi has the standard ERC-20 functions. */
const permitFunctions = ['permit', 'nonces', 'DOMAIN_SEPARATOR', 'eip712Domain'];

/** Functions and events that EIP-3009 and EIP-5267 add to ERC-20, without calls that only the recipient can make. */
const authorizationItems = [
  'transferWithAuthorization',
  'cancelAuthorization',
  'authorizationState',
  'DOMAIN_SEPARATOR',
  'eip712Domain',
  'AuthorizationUsed',
  'AuthorizationCanceled',
];

/** Contracts that users call. They can revert with a token's errors, so their ABIs include those errors. */
const platformAbis = [
  { contractName: 'Vault', module: 'vault', constName: 'vaultAbi' },
  { contractName: 'StakingPool', module: 'staking-pool', constName: 'stakingPoolAbi' },
  { contractName: 'Presale', module: 'presale', constName: 'presaleAbi' },
  { contractName: 'Pledge', module: 'pledge', constName: 'pledgeAbi' },
  { contractName: 'CardAccount', module: 'card-account', constName: 'cardAccountAbi' },
];

const errorsOf = (abi: Abi) => abi.filter(({ type }) => type === 'error');

/** Merges ABIs and removes duplicate items. */
function joinAbis(...abis: Abi[]): Abi {
  const byText = new Map(abis.flat().map((item) => [JSON.stringify(item), item]));
  return [...byText.values()];
}

/** Returns the contents of all generated files by path. */
export function generatedFiles(artifacts: Artifact[]): Map<string, string> {
  const permitToken = named(artifacts, 'DemoPermitToken').abi;
  const tokenErrors = errorsOf(permitToken);
  const permit = permitToken.filter(({ name }) => name !== undefined && permitFunctions.includes(name));
  const authorizationToken = named(artifacts, 'DemoAuthorizationToken').abi;
  const authorization = authorizationToken.filter(
    ({ name }) => name !== undefined && authorizationItems.includes(name),
  );
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
    [
      'lib/evm/abi/erc20-authorization.ts',
      abiModule('erc20AuthorizationAbi', 'DemoAuthorizationToken.sol (OpenZeppelin ERC3009)', [
        ...authorization,
        ...errorsOf(authorizationToken),
      ]),
    ],
  ]);
}
