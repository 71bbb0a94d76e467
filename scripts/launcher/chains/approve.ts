import { type Address, erc20Abi } from 'viem';
import type { AnvilClient } from './anvil-client';
import { mined } from './create2';

/** Lets `spender` take `amount` (base units) of the deployer's token. Waits for the block. */
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
