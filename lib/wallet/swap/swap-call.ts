import type { Address } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { ContractCall } from '@/lib/wallet/transactions/transaction-plan';
import { routerAbi, wrappedAbi } from './abi';

export type SwapCall = {
  router: Address;
  wrapped: Address;
  /** NATIVE_TOKEN for the native currency. */
  sold: Address;
  bought: Address;
  /** Base units: exactly so much leaves, and at least so much arrives or nothing moves. */
  amount: bigint;
  minimum: bigint;
  path: readonly Address[];
  to: Address;
  /** By the chain's time; s since the epoch. */
  deadline: bigint;
};

/** Whether a swap is no trade: a coin and its wrapped form change into one another, unit for unit. */
export function wrapping(sold: Address, bought: Address, wrapped: Address): 'wrap' | 'unwrap' | null {
  if (sold === NATIVE_TOKEN && bought === wrapped) return 'wrap';
  return sold === wrapped && bought === NATIVE_TOKEN ? 'unwrap' : null;
}

/**
 * The call that swaps. The router's functions for tokens that take a fee on transfers are used for every token: they
 * hold the minimum against what has arrived, and cost next to nothing more.
 */
export function swapCall(order: SwapCall): ContractCall {
  const { router, wrapped, sold, bought, amount, minimum, path, to, deadline } = order;
  const change = wrapping(sold, bought, wrapped);
  if (change === 'wrap')
    return { address: wrapped, abi: wrappedAbi, functionName: 'deposit', args: [], value: amount };
  if (change === 'unwrap')
    return { address: wrapped, abi: wrappedAbi, functionName: 'withdraw', args: [amount] };
  const routed = { address: router, abi: routerAbi } as const;
  if (sold === NATIVE_TOKEN)
    return {
      ...routed,
      functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
      args: [minimum, path, to, deadline],
      value: amount,
    };
  const functionName =
    bought === NATIVE_TOKEN
      ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
      : 'swapExactTokensForTokensSupportingFeeOnTransferTokens';
  return { ...routed, functionName, args: [amount, minimum, path, to, deadline] };
}
