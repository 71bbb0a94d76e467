import type { Address } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';

export type DepositOrder = {
  chainId: number;
  vault: Address;
  token: Address;
  /** In base units. */
  amount: bigint;
  coinId: number;
  decimals: number;
  symbol: string;
};

/** Returns the plan for a deposit into the vault, with a permit if the token supports it. */
export function depositPlan({
  chainId,
  vault,
  token,
  amount,
  coinId,
  decimals,
  symbol,
}: DepositOrder): TransactionPlan {
  const vaultCall = (functionName: string, args: readonly unknown[]) => ({
    address: vault,
    abi: vaultAbi,
    functionName,
    args,
  });
  const intent = {
    kind: 'deposit',
    coinId,
    amountRaw: amount.toString(),
    decimals,
    symbol,
    vault,
    token,
  } as const;
  if (token === NATIVE_TOKEN) {
    return { chainId, intent, call: { ...vaultCall('depositNative', []), value: amount } };
  }
  return {
    chainId,
    intent,
    call: vaultCall('deposit', [token, amount]),
    spending: {
      token,
      amount,
      permitted: ({ deadline, v, r, s }) =>
        vaultCall('depositWithPermit', [token, amount, deadline, v, r, s]),
    },
  };
}
