import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Hex, isHex } from 'viem';
import { z } from 'zod';

const require = createRequire(import.meta.url);
const hex = z
  .string()
  .transform((text): string => (text.startsWith('0x') ? text : `0x${text}`))
  .refine((text): text is Hex => isHex(text), 'must be hexadecimal');
const artifact = z.object({ bytecode: hex });
const viemConstants = z.object({ multicall3Bytecode: hex });

async function creationCode(file: string): Promise<Hex> {
  return artifact.parse(JSON.parse(await readFile(file, 'utf8'))).bytecode;
}

type OwnContract =
  | 'Vault'
  | 'StakingPool'
  | 'Presale'
  | 'Pledge'
  | 'CardAccount'
  | `Demo${'Token' | 'PermitToken' | 'AuthorizationToken' | 'FeeToken' | 'Collectible' | 'Passes' | 'HostileCollectible'}`;

/** Returns the creation code of one of our contracts from its committed artifact. */
export const ownCode = (name: OwnContract) =>
  creationCode(fileURLToPath(new URL(`../../../contracts/artifacts/${name}.json`, import.meta.url)));

/** Returns Uniswap's published creation code. The router's pair addresses would be wrong for recompiled code. */
export const uniswapCode = (
  name: 'core/build/UniswapV2Factory' | `periphery/build/${'UniswapV2Router02' | 'WETH9'}`,
) => creationCode(require.resolve(`@uniswap/v2-${name}.json`));

/** Returns the creation code of Multicall3, which viem contains but does not export. */
export function multicall3Code(): Hex {
  const file = path.join(path.dirname(require.resolve('viem')), 'constants', 'contracts.js');
  return viemConstants.parse(require(file)).multicall3Bytecode;
}
