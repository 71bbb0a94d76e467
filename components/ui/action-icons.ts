/** Icon paths of the wallet's main actions, for a 24 × 24 view box. */
export const actionIcons = {
  deposit: 'M12 4v10.500m-4.500-4.500 4.500 4.500 4.500-4.500M4 15.500V20h16v-4.500',
  send: 'M6 18 18 6M9 6h9v9',
  receive: 'M18 6 6 18m0-9v9h9',
  buy: 'M12 5v14M5 12h14',
  swap: 'M4 8.500h15m-4-4 4 4-4 4M20 15.500H5m4-4-4 4 4 4',
} as const;
