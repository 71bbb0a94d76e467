import { useTranslations } from 'next-intl';
import { Lines } from '@/components/site/art/line-art';
import { ChangeArrow } from '@/components/ui/fiat-text';
import { CoinIcon } from '@/components/ui/option-icon';
import { tideLines } from '@/lib/art/tide-lines';
import { LineArt } from '../../art/line-art';

/** An amount in tabular figures, with muted decimals. */
export function Figure({ value, className = '' }: { value: string; className?: string }) {
  const [integer, decimals] = value.split('.');
  return (
    <span className={`figures whitespace-nowrap ${className}`}>
      {integer}
      {decimals === undefined ? null : <span className="text-muted">.{decimals}</span>}
    </span>
  );
}

const holdings = [
  { coin: 'eth', symbol: 'ETH', chain: 'Ethereum', amount: '2.0481', value: '7,168.35' },
  { coin: 'usdt', symbol: 'USDT', chain: 'Ethereum', amount: '3,150.00', value: '3,150.00' },
  { coin: 'dai', symbol: 'DAI', chain: 'Optimism', amount: '1,204.50', value: '1,204.50' },
  { coin: 'weth', symbol: 'WETH', chain: 'Arbitrum', amount: '0.2735', value: '957.21' },
] as const;

const actions = ['send', 'receive', 'swap', 'earn'] as const;

const trend = tideLines({
  seed: 44,
  width: 720,
  height: 150,
  lines: 5,
  steps: 9,
  left: [0.62, 0.9],
  right: [0.16, 0.9],
  swell: 0.1,
});

/** A non-interactive illustration of the wallet, with its real tokens and sample amounts. */
export function WalletMock({ className = '' }: { className?: string }) {
  const t = useTranslations('home.mock');
  return (
    <div
      role="img"
      aria-label={t('walletLabel')}
      className={`rounded-soft border border-line bg-raised ${className}`}
    >
      <div className="flex items-center justify-between px-5 pt-5 text-sm">
        <span>{t('account')}</span>
        <span className="figures font-mono text-xs text-muted">0x7a3f…e2D9</span>
      </div>
      <p className="px-5 pt-5 text-xs text-muted">{t('balance')}</p>
      <p className="flex items-baseline gap-2 px-5">
        <span className="text-sm text-muted">US$</span>
        <Figure value="12,480.06" className="font-display text-2xl" />
      </p>
      <p className="figures px-5 pt-1 text-xs text-gain">
        <ChangeArrow isGain />
        {t('week')}
      </p>
      <LineArt width={720} height={150} fit="none" className="mt-2 h-16 w-full text-tide">
        <Lines paths={trend} index={5} />
      </LineArt>
      <div className="grid grid-cols-4 border-y border-line text-center text-xs">
        {actions.map((action) => (
          <span key={action} className="border-line py-3 not-last:border-e">
            {t(action)}
          </span>
        ))}
      </div>
      {holdings.map(({ coin, symbol, chain, amount, value }) => (
        <div key={coin} className="flex items-center gap-3 border-line px-5 py-3 not-last:border-b">
          <CoinIcon icon={`/coins/${coin}.svg`} />
          <span className="leading-tight">
            {symbol}
            <span className="block text-xs text-muted">{chain}</span>
          </span>
          <span className="ms-auto text-end leading-tight">
            <Figure value={amount} />
            <span className="figures block text-xs text-muted">US$ {value}</span>
          </span>
        </div>
      ))}
    </div>
  );
}
