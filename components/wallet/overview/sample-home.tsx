import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { formatUnits, parseUnits } from 'viem';
import { useCurrencies } from '@/lib/api/hooks';
import { useCurrency } from '@/lib/preferences/currency';
import { dayChange, daySpark } from '@/lib/wallet/balances/day-change';
import { fiatValue, WORTH_DECIMALS } from '@/lib/wallet/balances/fiat-value';
import { type ActivityItem, ActivityRow } from './activity-row';
import { HomeActions } from './home-actions';
import { TokenRow } from './token-row';
import { TotalView } from './total';

/** Prices are in US dollars. */
const tokens = [
  {
    symbol: 'ETH',
    name: 'Ether',
    icon: 'eth',
    network: 'Ethereum',
    amount: '1.85',
    price: '2480.4',
    change24h: '+2.31',
  },
  {
    symbol: 'USDC',
    name: 'USD Coin',
    icon: 'usdc',
    network: 'Base',
    amount: '2400',
    price: '1',
    change24h: '+0.01',
  },
  {
    symbol: 'ETH',
    name: 'Ether',
    icon: 'eth',
    network: 'Base',
    amount: '0.42',
    price: '2480.4',
    change24h: '+2.31',
  },
  {
    symbol: 'DAI',
    name: 'Dai',
    icon: 'dai',
    network: 'Ethereum',
    amount: '610.5',
    price: '0.9998',
    change24h: '-0.02',
  },
] as const;

/** Percentage of the sample's total that is in the vault. */
const VAULT_PERCENT = 40n;

/** The sample's ether price over a day, as the change from the starting price in percent. */
const DAY = [0, 0.3, 0.1, 0.6, 1.1, 0.8, 0.7, 1.3, 1.9, 1.6, 1.4, 1.2, 1.7, 2.2, 2.6, 2.3, 2.1, 2.31];

const HOUR_MS = 3_600_000;
const activity = [
  { kind: 'deposit', amount: '250', symbol: 'USDC', network: 'Base', hoursAgo: 2 },
  { kind: 'pledge', amount: '0.5', symbol: 'ETH', network: 'Ethereum', hoursAgo: 27 },
  { kind: 'presale', amount: '120', symbol: 'DAI', network: 'Ethereum', hoursAgo: 75 },
] as const;

/** Preview of the home screen with made-up data, in the display currency. Not interactive. */
export function SampleHome() {
  const t = useTranslations('wallet.overview');
  const locale = useLocale();
  const [now] = useState(() => Date.now());
  const chosen = useCurrency((state) => state.currency);
  const currency = useCurrencies().data?.find(({ name }) => name === chosen);
  // The prices are in dollars until the exchange rate is known.
  const money = { currency: currency?.name ?? 'USD', locale, decimals: currency?.decimals };
  const inCurrency = (usd: string) =>
    formatUnits(
      fiatValue(parseUnits(usd, WORTH_DECIMALS), WORTH_DECIMALS, currency?.rate ?? '1'),
      WORTH_DECIMALS,
    );
  const holdings = tokens.map(({ amount, price, ...token }, coinId) => ({
    ...token,
    coinId,
    decimals: WORTH_DECIMALS,
    amount: parseUnits(amount, WORTH_DECIMALS),
    price: inCurrency(price),
    spark: token.symbol === 'ETH' ? DAY.map((percent) => Number(price) * (100 + percent)) : [],
  }));
  const priceOf = (coinId: number) => holdings[coinId];
  const fiatOf = ({ amount, price }: (typeof holdings)[number]) => fiatValue(amount, WORTH_DECIMALS, price);
  const total = holdings.reduce((sum, holding) => sum + fiatOf(holding), 0n);
  const inVault = (total * VAULT_PERCENT) / 100n;
  const items = activity.map(({ hoursAgo, ...item }): ActivityItem => {
    return { ...item, at: new Date(now - hoursAgo * HOUR_MS).toISOString(), href: '' };
  });
  return (
    <div className="grid gap-3">
      <p className="sr-only">{t('sample.about')}</p>
      <div
        inert
        aria-hidden="true"
        className="grid gap-6 rounded-soft border border-line bg-raised p-4 select-none md:p-6"
      >
        <TotalView
          figures={{
            inWallet: total - inVault,
            inVault,
            change: dayChange(holdings, priceOf),
            spark: daySpark(holdings, priceOf),
          }}
          money={money}
        >
          <span className="planned-tag">{t('sample.tag')}</span>
        </TotalView>
        <HomeActions isSample />
        <ul className="border-t border-line">
          {holdings.map((holding) => (
            <TokenRow
              key={holding.coinId}
              holding={{
                ...holding,
                coin: { ...holding, id: 0, icon: `/coins/${holding.icon}.svg` },
                value: fiatOf(holding),
                isLate: false,
              }}
              money={money}
            />
          ))}
        </ul>
        <div className="grid gap-3">
          <h3 className="text-xl">{t('activity')}</h3>
          <ul className="border-t border-line">
            {items.map((item) => (
              <ActivityRow key={item.at} item={item} />
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}
