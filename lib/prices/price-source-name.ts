const NAMES: Readonly<Record<string, string>> = {
  binance: 'Binance',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  okx: 'OKX',
  'uniswap-v2': 'Uniswap v2',
};

/** A price source's own name; one without keeps its key. */
export const priceSourceName = (source: string): string => NAMES[source] ?? source;
