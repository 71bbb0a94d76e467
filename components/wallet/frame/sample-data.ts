import { useLocale } from 'next-intl';
import { type Address, formatUnits, type Hash, keccak256, parseUnits, toHex } from 'viem';
import { useCurrencies } from '@/lib/api/hooks';
import type { ChainMapping, Coin } from '@/lib/api/types';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { useCurrency } from '@/lib/preferences/currency';
import { FIAT_VALUE_DECIMALS, fiatValue } from '@/lib/wallet/balances/fiat-value';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

const chain = (id: number, name: string): ChainMapping => ({
  id,
  name,
  nativeSymbol: 'ETH',
  browserAddress: '',
  browserTx: '',
  rpcUrl: '',
  testnet: false,
});

export const sampleChains = [chain(1, 'Ethereum'), chain(8453, 'Base')] as const;
export const [sampleMainnet, sampleRollup] = sampleChains;

export const sampleHash = (seed: number): Hash => keccak256(toHex(seed));
/** Returns an address without a known key. */
export const sampleAddress = (seed: number): Address => `0x${sampleHash(seed).slice(-40)}`;

const token = (coinId: number, symbol: string, address: Address): ListedToken => ({
  coinId,
  symbol,
  address,
  decimals: FIAT_VALUE_DECIMALS,
});
export const sampleTokens = {
  eth: token(1, 'ETH', NATIVE_TOKEN),
  usdc: token(2, 'USDC', sampleAddress(2)),
  dai: token(3, 'DAI', sampleAddress(3)),
  tide: token(4, 'TIDE', sampleAddress(4)),
} as const;

/** The sample tokens' coins, which have their icons. */
export const sampleCoins: readonly Coin[] = Object.values(sampleTokens).map(({ coinId, symbol }) => ({
  id: coinId,
  symbol,
  name: symbol,
  icon: `/coins/${symbol.toLowerCase()}.svg`,
  sort: coinId,
  tokens: [],
}));

/** Returns an amount of a sample token in base units. */
export const sampleAmount = (amount: string): bigint => parseUnits(amount, FIAT_VALUE_DECIMALS);

/** The sample's ether price over a day, as the change from the starting price in percent. */
const day = [0, 0.3, 0.1, 0.6, 1.1, 0.8, 0.7, 1.3, 1.9, 1.6, 1.4, 1.2, 1.7, 2.2, 2.6, 2.3, 2.1, 2.31];

const DOLLAR_DECIMALS = 2;

const { eth, usdc, dai } = sampleTokens;
/** Names and prices of the tokens held. Prices are in US dollars. */
const facts = new Map([
  [eth, { name: 'Ether', price: '2480.4', change24h: '+2.31', day }],
  [usdc, { name: 'USD Coin', price: '1', change24h: '+0.01', day: [] }],
  [dai, { name: 'Dai', price: '0.9998', change24h: '-0.02', day: [] }],
]);
const held = [
  { token: eth, chain: sampleMainnet, place: 'wallet', amount: '1.85' },
  { token: usdc, chain: sampleRollup, place: 'vault', amount: '2400' },
  { token: eth, chain: sampleRollup, place: 'wallet', amount: '0.5' },
  { token: dai, chain: sampleMainnet, place: 'wallet', amount: '600' },
] as const;

/**
 * React hook that returns the sample's holdings with their prices and values in the display currency, and a function to
 * convert an amount in US dollars. The values are truncated to the decimals that they are shown with, so that they add
 * up to the total.
 */
export function useSampleHoldings() {
  const locale = useLocale();
  const chosen = useCurrency((state) => state.currency);
  const currency = useCurrencies().data?.find(({ name }) => name === chosen);
  // The prices are in dollars until the exchange rate is known.
  const money = { currency: currency?.name ?? 'USD', locale, decimals: currency?.decimals };
  const inCurrency = (usd: string) =>
    formatUnits(
      fiatValue(sampleAmount(usd), FIAT_VALUE_DECIMALS, currency?.rate ?? '1'),
      FIAT_VALUE_DECIMALS,
    );
  const unit = 10n ** BigInt(FIAT_VALUE_DECIMALS - (currency?.decimals ?? DOLLAR_DECIMALS));
  const holdings = held.flatMap(({ token, chain, place, ...rest }) => {
    const known = facts.get(token);
    if (!known) return [];
    const { name, change24h } = known;
    const price = inCurrency(known.price);
    const amount = sampleAmount(rest.amount);
    const value = fiatValue(amount, FIAT_VALUE_DECIMALS, price);
    return {
      token,
      chain,
      place,
      name,
      icon: sampleCoins.find(({ id }) => id === token.coinId)?.icon ?? '',
      amount,
      price,
      change24h,
      spark: known.day.map((percent) => Number(price) * (100 + percent)),
      value: value - (value % unit),
    };
  });
  return { money, holdings, inCurrency };
}
