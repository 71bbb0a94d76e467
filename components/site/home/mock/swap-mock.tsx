import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CoinIcon } from '@/components/ui/coin-icon';
import { Icon } from '@/components/ui/icon';
import { Figure } from './figure';

interface PanelProps {
  title: string;
  amount: string;
  symbol: string;
  /** Shown at the end of the title's line. */
  children?: ReactNode;
}

/** An amount of a token, as in the swap form. */
function Panel({ title, amount, symbol, children }: PanelProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3">
      <p className="col-span-2 flex justify-between pb-1 text-xs text-muted">
        {title} {children}
      </p>
      <Figure value={amount} className="font-display text-xl" />
      <p className="flex min-h-11 items-center gap-2.5 rounded-sharp border border-edge ps-2 pe-3 text-sm font-[550]">
        <CoinIcon icon={`/coins/${symbol.toLowerCase()}.svg`} symbol={symbol} size={28} />
        {symbol}
      </p>
    </div>
  );
}

/** A non-interactive picture of the swap form with a sample quote. */
export function SwapMock({ className = '' }: { className?: string }) {
  const t = useTranslations('home.mock');
  const swap = useTranslations('wallet.swap');
  const sample = useTranslations('wallet.preview');
  return (
    <div role="img" aria-label={t('swapLabel')} className={`grid content-center gap-2 ${className}`}>
      <div className="rounded-soft border border-edge bg-paper">
        <Panel title={swap('sell')} amount="0.04" symbol="ETH">
          <span className="planned-tag">{sample('tag')}</span>
        </Panel>
      </div>
      <span className="z-10 -my-4 grid size-9 place-items-center justify-self-center rounded-sharp border border-edge bg-raised">
        <Icon path="M10 4v12m-4-4 4 4 4-4" size={20} />
      </span>
      <div className="rounded-soft border border-edge bg-paper">
        <Panel title={swap('receive')} amount="98.91" symbol="USDC" />
        <p className="border-t border-line px-4 py-2.5 text-xs text-muted">
          {swap('atLeast', { amount: '98.41', symbol: 'USDC' })}
        </p>
      </div>
    </div>
  );
}
