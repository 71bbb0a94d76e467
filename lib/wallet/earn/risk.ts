/** Risk levels of an offer's terms, from the lowest to the highest. */
export const riskLevels = ['lower', 'medium', 'higher'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Facts of an offer's contract and token that decide its risk level. */
export type RiskFacts = {
  /** Cost of leaving before the end, in basis points of the amount, or null if nobody can leave before it. */
  exitCostBps: number | null;
  /** Whether the contract sets the whole yield aside. Otherwise, the yield can fall or end. */
  isYieldReserved: boolean;
  /** Whether the token is a stablecoin. The price of any other token can fall. */
  isStable: boolean;
  /** Only for a token sale: whether it is still below its soft cap, so that the payment may be refunded. */
  sale: { isRefundable: boolean } | null;
};

/** The main reason for a level: a key of `wallet.earn.reason` in the message files. */
export type RiskReason =
  | 'flexibleStable'
  | 'flexibleVolatile'
  | 'reserved'
  | 'reservedCostly'
  | 'reservedVolatile'
  | 'saleRefundable'
  | 'saleFinal';

export type Risk = { level: RiskLevel; reason: RiskReason };

/** An early exit that costs more than this counts twice, because it can cost more than the interest pays. */
const COSTLY_EXIT_BPS = 300;

function exitPoints(costBps: number | null): number {
  if (costBps === null) return 3;
  if (costBps === 0) return 0;
  return costBps > COSTLY_EXIT_BPS ? 2 : 1;
}

function reasonOf({ exitCostBps, isYieldReserved, isStable, sale }: RiskFacts): RiskReason {
  if (sale) return sale.isRefundable ? 'saleRefundable' : 'saleFinal';
  if (!isYieldReserved) return isStable ? 'flexibleStable' : 'flexibleVolatile';
  if (!isStable) return 'reservedVolatile';
  return exitPoints(exitCostBps) > 1 ? 'reservedCostly' : 'reserved';
}

/**
 * Returns the risk level of an offer and its main reason. Each fact adds points: a price that can fall, a yield that can
 * end, and an exit that costs something or is impossible. One point is a lower risk, two are medium, more are higher.
 */
export function riskOf(facts: RiskFacts): Risk {
  const points = exitPoints(facts.exitCostBps) + (facts.isStable ? 0 : 1) + (facts.isYieldReserved ? 0 : 1);
  const level = points <= 1 ? 'lower' : points === 2 ? 'medium' : 'higher';
  return { level, reason: reasonOf(facts) };
}
