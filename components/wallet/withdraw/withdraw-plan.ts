import type { Address } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';

export type WithdrawOrder = {
  chainId: number;
  vault: Address;
  token: Address;
  /** Amount that leaves the vault, including the fee. Both are in base units. */
  amount: bigint;
  fee: bigint;
  recipient: Address;
  /** Whether the recipient is the connected account. */
  isSelf: boolean;
  coinId: number;
  decimals: number;
  symbol: string;
};

/** Returns the plan for a withdrawal. The fee that was shown is the maximum fee. */
export function withdrawPlan(order: WithdrawOrder): TransactionPlan {
  const { chainId, vault, token, amount, fee, recipient, coinId, decimals, symbol } = order;
  return {
    chainId,
    intent: {
      kind: 'withdraw',
      coinId,
      amountRaw: amount.toString(),
      feeRaw: fee.toString(),
      vault,
      recipient,
      decimals,
      symbol,
    },
    call: { address: vault, abi: vaultAbi, functionName: 'withdraw', args: [token, amount, recipient, fee] },
  };
}
