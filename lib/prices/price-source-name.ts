const NAMES: Readonly<Record<string, string>> = {
  binance: 'Binance',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  okx: 'OKX',
  'uniswap-v2': 'Uniswap v2',
};

/** Returns a price source's display name, or its key if it has none. */
export const priceSourceName = (source: string): string => NAMES[source] ?? source;
