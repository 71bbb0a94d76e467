import type { Address } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { RouterTerms, SwapContracts } from '@/lib/wallet/swap/market';
import { swapCall, wrapping } from '@/lib/wallet/swap/swap-call';
import type { SwapToken } from '@/lib/wallet/swap/token';
import type { TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';

export type SwapOrder = {
  place: SwapContracts;
  terms: RouterTerms;
  sold: SwapToken;
  bought: SwapToken;
  /** Amount to sell. Both it and `minimum` are in base units. */
  amount: bigint;
  minimum: bigint;
  path: readonly Address[];
  account: Address;
  /** Chain time in seconds since the epoch. */
  deadline: bigint;
};

/** Returns the plan for a swap whose output goes to the account. If a token is sold, it approves the exact amount. */
export function swapPlan(order: SwapOrder): TransactionPlan {
  const { place, terms, sold, bought, amount, minimum, path, account, deadline } = order;
  const { wrapped } = terms;
  const call = swapCall({
    router: place.router,
    wrapped,
    sold: sold.address,
    bought: bought.address,
    amount,
    minimum,
    path,
    to: account,
    deadline,
  });
  const needsNoApproval =
    sold.address === NATIVE_TOKEN || wrapping(sold.address, bought.address, wrapped) !== null;
  return {
    chainId: place.chainId,
    intent: {
      kind: 'swap',
      coinId: sold.coinId,
      amountRaw: amount.toString(),
      decimals: sold.decimals,
      symbol: sold.symbol,
      trade: {
        sold: sold.address,
        bought: bought.address,
        wrapped,
        coinId: bought.coinId,
        symbol: bought.symbol,
        decimals: bought.decimals,
        minimumRaw: minimum.toString(),
      },
    },
    call,
    ...(needsNoApproval ? {} : { spending: { token: sold.address, amount } }),
  };
}
