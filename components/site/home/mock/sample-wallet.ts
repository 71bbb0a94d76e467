/** The sample wallet's tokens. Values are in US dollars. */
export const sampleTokens = [
  {
    symbol: 'ETH',
    icon: 'eth',
    network: 'Ethereum',
    amount: '1.85',
    value: '4588.74',
    change: '+2.31',
  },
  {
    symbol: 'USDC',
    icon: 'usdc',
    network: 'Base',
    amount: '2,400',
    value: '2400',
    change: '+0.01',
  },
  {
    symbol: 'ETH',
    icon: 'eth',
    network: 'Base',
    amount: '0.5',
    value: '1240.2',
    change: '+2.31',
  },
  {
    symbol: 'DAI',
    icon: 'dai',
    network: 'Ethereum',
    amount: '600',
    value: '599.88',
    change: '-0.02',
  },
] as const;

/** The sample's total in US dollars, and its change over a day. A test checks that the values add up. */
export const sampleTotal = {
  value: '8828.82',
  inWallet: '6428.82',
  inVault: '2400',
  gain: '131.72',
  percent: '1.51',
  /** The total over the day, as the change from its first value in percent. */
  spark: [0, 0.2, 0.1, 0.5, 0.8, 0.6, 1, 1.3, 1.1, 0.9, 1.2, 1.6, 1.51],
} as const;
