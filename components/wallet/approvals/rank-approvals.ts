import { type Address, isAddressEqual } from 'viem';
import type { Coin, Contract } from '@/lib/api/types';
import {
  type Approval,
  atRisk,
  isAmount,
  type Risk,
  riskOf,
  risks,
  type SpenderKind,
  trustedName,
} from '@/lib/wallet/approvals/approval-events';
import { isPermit2 } from '@/lib/wallet/approvals/permit2';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { type ListedToken, listedToken } from '@/lib/wallet/tokens/listed-token';

/** An approval, with the site's data about its token and spender. */
export type RankedApproval = {
  approval: Approval;
  listed: ListedToken | null;
  /** The spender's name in the list of contracts, or null if it is not listed. */
  spenderName: string | null;
  risk: Risk;
  /** Amount currently at risk, in units of 1e-18 of the display currency, or null if there is no price. */
  fiatValue: bigint | null;
};

const spenderNameOf = (contracts: readonly Contract[], chainId: number, spender: Address) =>
  contracts.find((contract) => contract.chainId === chainId && isAddressEqual(contract.address, spender))
    ?.name ?? null;

const spenderKindOf = (name: string | null): SpenderKind => {
  if (name === 'multicall') return 'anybody';
  // Permit2 takes only what its own allowances, which are listed too, or a signature of the owner allow.
  return name === 'permit2' || trustedName(name) ? 'trusted' : 'unknown';
};

function fiatValueOf(
  approval: Approval,
  listed: ListedToken | null,
  price: string | undefined,
): bigint | null {
  if (!isAmount(approval) || !listed || price === undefined) return null;
  return fiatValue(atRisk(approval), listed.decimals, price);
}

function byDanger(one: RankedApproval, other: RankedApproval): number {
  const byRisk = risks.indexOf(one.risk) - risks.indexOf(other.risk);
  const byFiatValue = (other.fiatValue ?? 0n) - (one.fiatValue ?? 0n);
  const byAge = other.approval.blockNumber - one.approval.blockNumber;
  return byRisk || Math.sign(Number(byFiatValue)) || Number(byAge);
}

/** Sorts approvals by risk, then by amount at risk, then newest first. */
export function rankApprovals(
  approvals: readonly Approval[],
  {
    coins,
    contracts,
    priceOf,
  }: {
    coins: readonly Coin[];
    contracts: readonly Contract[];
    priceOf: (coinId: number) => { price: string } | undefined;
  },
): RankedApproval[] {
  return approvals
    .map((approval): RankedApproval => {
      const { chainId, token, spender } = approval;
      const listed = listedToken(coins, chainId, token);
      const spenderName = isPermit2(approval, contracts)
        ? 'permit2'
        : spenderNameOf(contracts, chainId, spender);
      const price = listed ? priceOf(listed.coinId)?.price : undefined;
      return {
        approval,
        listed,
        spenderName,
        risk: riskOf(approval, spenderKindOf(spenderName)),
        fiatValue: fiatValueOf(approval, listed, price),
      };
    })
    .sort(byDanger);
}
