import type { Address } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';

export type WithdrawOrder = {
  chainId: number;
  chainName: string;
  vault: Address;
  token: Address;
  /** Amount leaving the vault, and the fee that the vault keeps of it; base units. */
  amount: bigint;
  fee: bigint;
  recipient: Address;
  /** Whether the recipient is the connected account. */
  isSelf: boolean;
  coinId: number;
  decimals: number;
  symbol: string;
};

/** Returns the plan of a withdrawal, with the shown fee as the maximum. */
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
