import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Abi,
  BaseError,
  createPublicClient,
  decodeErrorResult,
  encodeDeployData,
  type Hex,
  http,
  keccak256,
  size,
} from 'viem';
import { z } from 'zod';
import { compileContracts, verificationInput } from './compiler';

// Prepares a deployment without a private key: prints the transaction to sign, simulated on the given chain, and writes
// the standard JSON input for source verification. Arguments: the contract, its constructor arguments as JSON, the
// URL of an RPC endpoint, and the account that will send the transaction. The working directory must be the repository
// root.

const FOLDER = 'contracts/out/deploy';
const argumentsSchema = z.tuple([z.string(), z.string(), z.url(), z.string().regex(/^0x[0-9a-fA-F]{40}$/)]);

const [name, json, url, sender] = argumentsSchema.parse(process.argv.slice(2));
const artifact = compileContracts().find(({ contractName }) => contractName === name);
if (!artifact) throw new Error(`contracts/src declares no contract named ${name}`);
const { bytecode } = artifact;
const args: unknown[] = z.array(z.unknown()).parse(JSON.parse(json));
const abi = artifact.abi as unknown as Abi;
const data = encodeDeployData({ abi, bytecode, args });

/** Returns the constructor's error with its arguments, or the request's error without the creation code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof BaseError)) return String(error);
  const inner = error.walk((cause) => cause instanceof Error && 'data' in cause && Boolean(cause.data));
  if (!(inner && 'data' in inner)) return error.shortMessage;
  const { errorName, args: values = [] } = decodeErrorResult({ abi, data: inner.data as Hex });
  return `the constructor reverts with ${errorName}(${values.join(', ')})`;
}

const client = createPublicClient({ transport: http(url) });
const account = sender as Hex;
const [chainId, nonce, gas, { data: code }] = await Promise.all([
  client.getChainId(),
  client.getTransactionCount({ address: account }),
  client.estimateGas({ account, data }),
  // Runs the constructor, which rejects wrong arguments, and returns the code that would be deployed.
  client.call({ account, data }),
]).catch((error: unknown) => {
  throw new Error(reasonOf(error));
});

mkdirSync(FOLDER, { recursive: true });
const inputFile = join(FOLDER, `${name}.input.json`);
const transactionFile = join(FOLDER, `${name}.transaction.json`);
writeFileSync(inputFile, JSON.stringify(verificationInput(name), null, 2));
writeFileSync(
  transactionFile,
  JSON.stringify({ chainId, from: account, nonce, gas: gas.toString(), data }, null, 2),
);

console.info(`chain               ${chainId}
sender and nonce    ${account}, ${nonce}
creation code       ${size(data)} bytes, keccak256 ${keccak256(data)}
arguments           0x${data.slice(bytecode.length)}
deployed code       ${size(code ?? '0x')} bytes, keccak256 ${keccak256(code ?? '0x')}
gas                 ${gas}
transaction to sign ${transactionFile}
source verification ${inputFile}`);
