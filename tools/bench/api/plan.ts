/** How long and how often each target is measured. */
export type Plan = { rounds: number; seconds: number };

/** The demo chain whose accounts sign in and pay. */
export const CHAIN_ID = 31337;

export const roundsOf = (plan: Plan, connections: number) => ({ ...plan, connections });

/** Describes the measurements, for the heading of a table. */
export const note = ({ rounds, seconds }: Plan) =>
  `autocannon, ${seconds} s each, medians of ${rounds} alternating rounds, ratios within each round`;
