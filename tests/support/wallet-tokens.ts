import { type Abi, type Address, type Hex, parseAbi } from 'viem';
import { compileFiles } from '@/scripts/contracts/compiler';
import type { AnvilClient } from '@/scripts/launcher/chains/anvil-client';
import { deployOnce, mined } from '@/scripts/launcher/chains/create2';

/** The test tokens and other test contracts, by the file in contracts/test/support that has them. */
const files = {
  WalletTokens: [
    'ResetFirstToken',
    'LyingToken',
    'BurningToken',
    'OpenCollectible',
    'OpenPasses',
    'SilentCollectible',
  ],
  HostileTokens: ['ClaimingToken', 'SizedToken', 'BlocklistToken', 'OpenPausableToken', 'OldPausableToken'],
  AwkwardTokens: [
    'FeeOnTransferToken',
    'SinkToken',
    'SenderChargeToken',
    'SilentToken',
    'FalseToken',
    'StoppableToken',
    'HookToken',
    'RefusingHook',
    'CallingHook',
  ],
  AllowanceKeeper: ['AllowanceKeeper'],
  SanctionsOracle: ['SanctionsOracle'],
} as const;

type Name = (typeof files)[keyof typeof files][number];

const compiled = new Map<string, ReturnType<typeof compileFiles>>();

/** Returns the creation code for a test token. */
export function tokenCode(name: Name): Hex {
  const [file] = Object.entries(files).find(([, names]) => names.some((known) => known === name)) ?? [];
  const path = `contracts/test/support/${file}.sol`;
  const contracts = compiled.get(path) ?? compileFiles([path]);
  compiled.set(path, contracts);
  const code = contracts[path]?.[name]?.evm.bytecode.object;
  if (!code) throw new Error(`${path} has no ${name}`);
  return `0x${code}`;
}

/** Puts a test contract without constructor arguments at an address, without a transaction. */
export async function putCode(client: AnvilClient, name: Name, address: Address): Promise<void> {
  // Running the creation code returns the contract's own.
  const { data } = await client.call({ data: tokenCode(name) });
  if (!data) throw new Error(`${name} has no code`);
  await client.setCode({ address, bytecode: data });
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
  'function setFault(uint8 fault)',
  'function setBlocked(address account, bool on)',
  'function setPaused(bool on)',
  'function setStopped(bool on)',
  'function setCharging(bool on)',
  'function setHook(address hook)',
  'function call(address target, bytes data)',
  'function add(address account)',
  'function mint(address to, string uri)',
  'function mint(address to, uint256 id, uint256 amount)',
  'function mintMany(address to, uint256 count)',
  'function pretend(address to, uint256 amountOrId)',
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
