import type { Address } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { ContractCall } from '@/lib/wallet/transactions/transaction-plan';
import { routerAbi, wrappedAbi } from './abi';

export type SwapCall = {
  router: Address;
  wrapped: Address;
  /** Token address, or NATIVE_TOKEN for the native currency. */
  sold: Address;
  bought: Address;
  /** Base units. Exactly `amount` is sold, and the swap reverts if less than `minimum` is received. */
  amount: bigint;
  minimum: bigint;
  path: readonly Address[];
  to: Address;
  /** Chain time, in seconds since the epoch. */
  deadline: bigint;
};

/** Returns whether a swap wraps or unwraps native currency (at a 1:1 rate), or null if it does neither. */
export function wrapping(sold: Address, bought: Address, wrapped: Address): 'wrap' | 'unwrap' | null {
  if (sold === NATIVE_TOKEN && bought === wrapped) return 'wrap';
  return sold === wrapped && bought === NATIVE_TOKEN ? 'unwrap' : null;
}

/**
 * Returns the contract call for a swap. Uses the router's fee-on-transfer functions for every token, because they check
 * the amount received and cost barely more gas.
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
