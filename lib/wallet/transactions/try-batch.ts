import { type Address, getContractError, type Hex, RawContractError } from 'viem';
import { simulateBlocks } from 'viem/actions';
import type { Config } from 'wagmi';
import { RefusedCallError } from '@/lib/evm/errors';
import { readChainTime } from '@/lib/wallet/swap/chain-time';
import { encodeCall } from './encode-call';
import type { AnyCall } from './transaction-plan';

function revertOf(call: AnyCall, data: Hex, sender: Address): Error {
  if (!('abi' in call)) return new RefusedCallError('recipientRefused');
  const { abi, address, args, functionName } = call;
  return getContractError(new RawContractError({ data }), { abi, address, args, functionName, sender });
}

/** Whether a node can try several calls out one after the other (eth_simulateV1). @throws what it says instead. */
export async function canTryBatch(config: Config, chainId: number): Promise<boolean> {
  await simulateBlocks(config.getClient({ chainId }), { blocks: [{ calls: [] }] });
  return true;
}

/**
 * Tries calls out one after the other, each with what those before it changed, in a block of now.
 * @throws what the chain says of the first that would revert.
 */
export async function tryBatch(
  config: Config,
  calls: readonly AnyCall[],
  { chainId, account }: { chainId: number; account: Address },
): Promise<void> {
  // A block is later than the one before it.
  const time = (await readChainTime(config, chainId)) + 1n;
  const [block] = await simulateBlocks(config.getClient({ chainId }), {
    blocks: [{ blockOverrides: { time }, calls: calls.map((call) => ({ account, ...encodeCall(call) })) }],
  });
  for (const [index, call] of calls.entries()) {
    const result = block?.calls[index];
    if (result?.status !== 'success') throw revertOf(call, result?.data ?? '0x', account);
  }
}
