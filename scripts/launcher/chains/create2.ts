import { type Address, concat, erc20Abi, getContractAddress, type Hash, type Hex, zeroHash } from 'viem';
import type { AnvilClient } from './anvil-client';

/** Address of the deterministic deployment proxy, which exists on anvil from the first block. */
const DEPLOYMENT_PROXY = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

/** The timeout is long, so that a start doesn't fail on a slow or busy machine. */
const MINED_TIMEOUT_MS = 300_000;
/** Time after which a transaction counts as missed by the node, in ms. */
export const MISSED_MS = 15_000;

/**
 * Waits until a sent transaction is mined. Throws if it reverted. On a busy machine, anvil can miss a transaction
 * (foundry-rs/foundry issue 10122), which then waits for another one. Mining a block includes it.
 */
export async function mined(client: AnvilClient, hash: Hash): Promise<void> {
  const reminding = setInterval(() => void client.mine({ blocks: 1 }).catch(() => undefined), MISSED_MS);
  try {
    // A node that doesn't answer ends the wait with its reason.
    const receipt = await client.waitForTransactionReceipt({ hash, timeout: MINED_TIMEOUT_MS });
    if (receipt.status === 'reverted')
      throw new Error(`transaction ${hash} on chain ${client.chain.id} reverted`);
  } finally {
    clearInterval(reminding);
  }
}

/**
 * Deploys a contract with CREATE2 (EIP-1014), unless it exists, and returns its address. The address depends only on
 * the code and its arguments. `constructorArguments` are ABI-encoded.
 */
export async function deployOnce(
  client: AnvilClient,
  code: Hex,
  constructorArguments: Hex = '0x',
): Promise<Address> {
  const bytecode = concat([code, constructorArguments]);
  const address = getContractAddress({ opcode: 'CREATE2', from: DEPLOYMENT_PROXY, salt: zeroHash, bytecode });
  if (await client.getCode({ address })) return address;
  await mined(
    client,
    await client.sendTransaction({ to: DEPLOYMENT_PROXY, data: concat([zeroHash, bytecode]) }),
  );
  if (!(await client.getCode({ address }))) throw new Error(`no code at ${address} after its deployment`);
  return address;
}

/** Approves `spender` for `amount` (base units) of the deployer's tokens, and waits until the transaction is mined. */
export async function approve(
  client: AnvilClient,
  token: Address,
  spender: Address,
  amount: bigint,
): Promise<void> {
  const hash = await client.writeContract({
    address: token,
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, amount],
  });
  await mined(client, hash);
}
