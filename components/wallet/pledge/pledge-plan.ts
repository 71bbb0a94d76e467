import type { Address } from 'viem';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import type { Pledge } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { ContractCall, TransactionPlan } from '@/lib/wallet/transactions/transaction-plan';

type PledgeTarget = { chainId: number; contract: Address; token: ListedToken };

const pledgeCall = (address: Address, functionName: string, args: readonly unknown[]): ContractCall => ({
  address,
  abi: pledgeAbi,
  functionName,
  args,
});

const intentOf = ({ coinId, decimals, symbol }: ListedToken, amount: bigint) => ({
  coinId,
  decimals,
  symbol,
  amountRaw: amount.toString(),
});

/** Returns the plan for a pledge of an amount (in base units), with a permit if the token supports it. */
export function pledgePlan({
  chainId,
  contract,
  token,
  termId,
  amount,
  unlocksAt,
}: PledgeTarget & {
  termId: bigint;
  amount: bigint;
  /** Expected maturity, in seconds since the epoch. */
  unlocksAt: bigint;
}): TransactionPlan {
  return {
    chainId,
    intent: {
      ...{ kind: 'pledge', ...intentOf(token, amount) },
      ...{ termId: termId.toString(), unlocksAt: Number(unlocksAt) },
    },
    call: pledgeCall(contract, 'pledge', [termId, amount]),
    spending: {
      token: token.address,
      amount,
      permitted: ({ deadline, v, r, s }) =>
        pledgeCall(contract, 'pledgeWithPermit', [termId, amount, deadline, v, r, s]),
    },
  };
}

/** Returns the plan for a redemption or early exit to the account. The amount of its intent is the payout. */
export function closePlan({
  kind,
  chainId,
  contract,
  token,
  account,
  pledge: { id, amount, interest, penalty },
}: PledgeTarget & { kind: 'redeem' | 'exitEarly'; account: Address; pledge: Pledge }): TransactionPlan {
  const arrives = kind === 'redeem' ? amount + interest : amount - penalty;
  return {
    chainId,
    intent: { kind, ...intentOf(token, arrives), pledgeId: id.toString() },
    call: pledgeCall(contract, kind, [id, account]),
  };
}

/** Parses the term selected in the URL, or returns null. */
export function readPledgeTerm(params: Pick<URLSearchParams, 'get'>): bigint | null {
  const term = params.get('term') ?? '';
  return /^\d{1,15}$/.test(term) ? BigInt(term) : null;
}
