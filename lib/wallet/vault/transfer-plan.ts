import type { Address } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import type { TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';

export type VaultTransferOrder = {
  chainId: number;
  vault: Address;
  /** Token address, or NATIVE_TOKEN for the native currency. */
  token: Address;
  /** In base units. */
  amount: bigint;
  recipient: Address;
  coinId: number;
  decimals: number;
  symbol: string;
};

const intentOf = ({ vault, token, amount, recipient, coinId, decimals, symbol }: VaultTransferOrder) => ({
  coinId,
  amountRaw: amount.toString(),
  decimals,
  symbol,
  vault,
  token,
  recipient,
});

/** Returns the plan for a transfer between vault balances by the account's own transaction, which pays the network fee. */
export const vaultTransferPlan = (order: VaultTransferOrder): TransactionPlan => ({
  chainId: order.chainId,
  intent: { kind: 'sendBalance', ...intentOf(order) },
  call: {
    address: order.vault,
    abi: vaultAbi,
    functionName: 'transfer',
    args: [order.token, order.amount, order.recipient],
  },
});
