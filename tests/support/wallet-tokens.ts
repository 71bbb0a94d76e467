import { type Abi, type Address, type Hex, parseAbi } from 'viem';
import { compileFiles } from '@/scripts/contracts/compiler';
import type { AnvilClient } from '@/scripts/launcher/chains/anvil-client';
import { deployOnce, mined } from '@/scripts/launcher/chains/create2';

const FILE = 'contracts/test/support/WalletTokens.sol';

type Name =
  | 'ResetFirstToken'
  | 'LyingToken'
  | 'BurningToken'
  | 'OpenCollectible'
  | 'OpenPasses'
  | 'SilentCollectible';

let compiled: ReturnType<typeof compileFiles> | undefined;

/** Returns the creation code for a test token. */
export function tokenCode(name: Name): Hex {
  compiled ??= compileFiles([FILE]);
  const code = compiled[FILE]?.[name]?.evm.bytecode.object;
  if (!code) throw new Error(`${FILE} has no ${name}`);
  return `0x${code}`;
}

/** Deploys a test token. `constructorArguments` are ABI-encoded. */
export const deployToken = (client: AnvilClient, name: Name, constructorArguments?: Hex): Promise<Address> =>
  deployOnce(client, tokenCode(name), constructorArguments);

/** Functions that the tests call on test tokens and on OpenZeppelin's tokens. */
export const tokenAbi: Abi = parseAbi([
  'function approve(address spender, uint256 value)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function lie(address owner, address spender)',
  'function tell(address owner, address spender)',
  'function mint(address to, string uri)',
  'function mint(address to, uint256 id, uint256 amount)',
  'function mintMany(address to, uint256 count)',
  'function pretend(address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
]);

/** Sends a call directly on chain from an account that the node signs for, and waits for it. */
export async function sendTo(
  client: AnvilClient,
  address: Address,
  functionName: string,
  args: readonly unknown[],
  account: Address = client.account.address,
): Promise<void> {
  await mined(
    client,
    await client.writeContract({ address, abi: tokenAbi, functionName, args, account, gas: 25_000_000n }),
  );
}
