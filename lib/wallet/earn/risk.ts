/**
 * Risk levels of an offer's terms, from the lowest to the highest. None is called low, because the contracts have had no
 * external audit.
 */
export const riskLevels = ['medium', 'higher', 'highest'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** Facts about an offer's contract and token that determine its risk level. */
export type RiskFacts = {
  /** Cost of leaving early, in basis points of the amount, or null if leaving early isn't possible. */
  exitCostBps: number | null;
  /** Whether the contract reserves the full yield in advance. If not, the yield can fall or end. */
  isYieldReserved: boolean;
  /** Whether the token is a stablecoin. The price of any other token can fall. */
  isStable: boolean;
  /** Null unless the offer is a token sale. `isRefundable` is true while the sale is below its soft cap. */
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

/**
 * An early exit that costs more than this adds two risk points instead of one, because it can cost more than the
 * interest.
 */
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
 * Returns an offer's risk level and the main reason for it. Points are added for a price that can fall, a yield that
 * can end, and an early exit that has a cost or isn't possible. Up to one point means medium risk, two points higher
 * risk, and three or more points the highest risk.
 */
export function riskOf(facts: RiskFacts): Risk {
  const points = exitPoints(facts.exitCostBps) + (facts.isStable ? 0 : 1) + (facts.isYieldReserved ? 0 : 1);
  const level = points <= 1 ? 'medium' : points === 2 ? 'higher' : 'highest';
  return { level, reason: reasonOf(facts) };
}
