import type { Address } from 'viem';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { PresaleKind } from '@/lib/wallet/transactions/transaction-kinds';
import type { ContractCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';

export type PresaleOrder = {
  action: PresaleKind;
  chainId: number;
  presale: Address;
  account: Address;
  /** The token that is transferred: the payment token, or the sale token for a claim. */
  token: ListedToken;
  /** Amount in base units. For a claim, it is the expected amount. */
  amount: bigint;
  /** For a contribution: when the sale ends, in seconds since the epoch. */
  endsAt?: bigint;
};

/** Returns the plan to contribute (in native currency or a token, with a permit if supported), claim, or refund. */
export function presalePlan({
  action,
  chainId,
  presale,
  account,
  token,
  amount,
  endsAt,
}: PresaleOrder): TransactionPlan {
  const { coinId, symbol, decimals, address } = token;
  const presaleCall = (functionName: string, args: readonly unknown[]): ContractCall => ({
    address: presale,
    abi: presaleAbi,
    functionName,
    args,
  });
  const intent = { kind: action, coinId, amountRaw: amount.toString(), decimals, symbol };
  if (action === 'claimVested') return { chainId, intent, call: presaleCall('claim', [account]) };
  if (action === 'refund') return { chainId, intent, call: presaleCall('refund', [account]) };
  const contribution = { ...intent, ...(endsAt === undefined ? {} : { unlocksAt: Number(endsAt) }) };
  if (address === NATIVE_TOKEN) {
    const call = { ...presaleCall('contributeNative', []), value: amount };
    return { chainId, intent: contribution, call };
  }
  return {
    chainId,
    intent: contribution,
    call: presaleCall('contribute', [amount]),
    spending: {
      token: address,
      amount,
      permitted: ({ deadline, v, r, s }) => presaleCall('contributeWithPermit', [amount, deadline, v, r, s]),
    },
  };
}
