import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { sampleMainnet, sampleRollup, useSampleHoldings } from '@/components/wallet/frame/sample-data';
import { SampleFrame } from '@/components/wallet/frame/start-preview';
import { dayChange, daySpark } from '@/lib/wallet/balances/day-change';
import type { ActivityItem } from './activity-row';
import { DayLists } from './day-lists';
import { HomeActions } from './home-actions';
import { TokenRow } from './token-row';
import { TotalView } from './total';

const HOUR_MS = 3_600_000;
const activity = [
  {
    kind: 'deposit',
    out: [{ amount: '250', symbol: 'USDC' }],
    in: [],
    network: sampleRollup.name,
    hoursAgo: 2,
  },
  {
    kind: 'receive',
    out: [],
    in: [{ amount: '600', symbol: 'USDC' }],
    network: sampleMainnet.name,
    hoursAgo: 27,
  },
  {
    kind: 'contribute',
    out: [{ amount: '120', symbol: 'DAI' }],
    in: [],
    network: sampleMainnet.name,
    hoursAgo: 75,
  },
] as const;

/** Sample of the home screen, in the display currency. */
export function SampleHome() {
  const t = useTranslations('wallet.overview');
  const preview = useTranslations('wallet.preview');
  const [now] = useState(() => Date.now());
  const { money, holdings } = useSampleHoldings();
  const priceOf = (coinId: number) => holdings.find(({ token }) => token.coinId === coinId);
  const amounts = holdings.map(({ token, amount }) => ({ ...token, amount }));
  const valueIn = (of: 'wallet' | 'vault') =>
    holdings.reduce((sum, { place, value }) => (place === of ? sum + value : sum), 0n);
  const items = activity.map(({ hoursAgo, ...item }): ActivityItem => {
    return { ...item, counterparty: null, at: now - hoursAgo * HOUR_MS, isFailed: false, href: null };
  });
  return (
    <SampleFrame about={preview('about.overview')}>
      <TotalView
        figures={{
          inWallet: valueIn('wallet'),
          inVault: valueIn('vault'),
          earning: 0n,
          change: dayChange(amounts, priceOf),
          spark: daySpark(amounts, priceOf),
        }}
        money={money}
      />
      <HomeActions isSample />
      <ul className="border-t border-line">
        {holdings.map(({ token, chain, amount, ...holding }) => (
          <TokenRow
            key={`${chain.id} ${token.symbol}`}
            holding={{
              ...holding,
              coin: { id: 0, symbol: token.symbol, name: holding.name, icon: holding.icon },
              network: chain.name,
              amount,
              decimals: token.decimals,
              isStale: false,
            }}
            money={money}
          />
        ))}
      </ul>
      <div className="grid gap-3">
        <h3 className="text-xl">{t('activity')}</h3>
        <DayLists items={items} />
      </div>
    </SampleFrame>
  );
}
