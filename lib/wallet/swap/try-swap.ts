import { type Abi, type Address, erc20Abi, maxUint256, parseAbi } from 'viem';
import { simulateBlocks } from 'viem/actions';
import type { Config } from 'wagmi';
import { type ChainErrorCode, chainErrorCode } from '@/lib/evm/errors';
import { NATIVE_TOKEN } from '@/lib/evm/native-token';
import { blockAbi, routerAbi } from './abi';
import type { SwapPlace } from './market';
import { type SwapCall, swapCall } from './swap-call';

/** What a trial showed: what really arrives of what the pools promise, why the network refuses, or that nothing was tried. */
export type SwapTrial =
  | { outcome: 'arrives'; amount: bigint; promised: bigint }
  | { outcome: 'refused'; code: ChainErrorCode }
  | { outcome: 'untried' };

/** Some tokens' approve gives no answer, so none is expected. */
const approveAbi = parseAbi(['function approve(address spender, uint256 amount)']);

type TrialCall = {
  account: Address;
  to: Address;
  abi: Abi;
  functionName: string;
  args: readonly unknown[];
  value?: bigint;
};

/**
 * Has the node carry a swap out and forget it (eth_simulateV1), approval and all, and compares what the account has of
 * the bought token before and after: fees that tokens take on their way are found so, and tokens that cannot be sold.
 * Without a minimum, so that a trial tells what arrives whatever the quote says.
 */
export async function trySwap(
  config: Config,
  { chainId, multicall }: SwapPlace,
  order: Omit<SwapCall, 'minimum' | 'deadline'>,
): Promise<SwapTrial> {
  const { sold, bought, amount, to: account, router, path } = order;
  const { address, ...swap } = swapCall({ ...order, minimum: 0n, deadline: maxUint256 });
  const balance: TrialCall =
    bought === NATIVE_TOKEN
      ? { account, to: multicall, abi: blockAbi, functionName: 'getEthBalance', args: [account] }
      : { account, to: bought, abi: erc20Abi, functionName: 'balanceOf', args: [account] };
  // From zero up, for tokens that change no other allowance.
  const approvals: TrialCall[] = (sold === NATIVE_TOKEN ? [] : [0n, amount]).map((allowed) => ({
    account,
    to: sold,
    abi: approveAbi,
    functionName: 'approve',
    args: [router, allowed],
  }));
  // In the same trial, so that both are of one block.
  const promise: TrialCall = {
    account,
    to: router,
    abi: routerAbi,
    functionName: 'getAmountsOut',
    args: [amount, path],
  };
  const calls: TrialCall[] = [...approvals, promise, balance, { account, to: address, ...swap }, balance];
  try {
    const [block] = await simulateBlocks(config.getClient({ chainId }), { blocks: [{ calls }] });
    const [amounts, before, swapped, after] = block?.calls.slice(-4) ?? [];
    if (swapped?.status === 'failure') return { outcome: 'refused', code: chainErrorCode(swapped.error) };
    const promised: unknown = Array.isArray(amounts?.result) ? amounts.result.at(-1) : undefined;
    if (typeof promised !== 'bigint') return { outcome: 'untried' };
    if (typeof before?.result !== 'bigint' || typeof after?.result !== 'bigint')
      return { outcome: 'untried' };
    return { outcome: 'arrives', amount: after.result - before.result, promised };
  } catch {
    // Many nodes know no eth_simulateV1: the reader is told that nothing was tried out.
    return { outcome: 'untried' };
  }
}
