/** The listed contracts that take only what their caller has approved, and of the caller alone; the wording names them. */
const trusted = [
  'vault_contract',
  'staking_contract',
  'presale_contract',
  'pledge_contract',
  'router_contract',
] as const;

/** The name in the list of contracts of one that is trusted; null for any other. */
export const trustedName = (listedName: string | null) => trusted.find((name) => name === listedName) ?? null;
