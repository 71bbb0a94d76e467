import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { CoinIcon } from '@/components/ui/coin-icon';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { WalletLink } from '@/components/wallet/shell/wallet-link';
import { ApiError } from '@/lib/api/client';
import { useCoin } from '@/lib/api/hooks';
import type { Coin } from '@/lib/api/types';
import { routes } from '@/lib/routes';
import { CoinAlerts } from './alerts/coin-alerts';
import { CoinPriceCard } from './coin-price-card';
import { PairChart } from './pair/pair-chart';
import { TokenList } from './token-list';

const REFUSED = [400, 404];

function CoinHeading({ coin, isReached }: { coin: Coin; isReached: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The page's own heading stays the same on the way here, so this one says where the reader is now.
  useEffect(() => {
    if (isReached) heading.current?.focus();
  }, [isReached]);
  return (
    <div className="flex items-center gap-4">
      <CoinIcon icon={coin.icon} size={48} />
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        {coin.name} <span className="text-muted">{coin.symbol}</span>
      </h2>
    </div>
  );
}

/** One coin: its price and who agrees on it, its past, when to be told of it, and its token on every chain. */
export function CoinDetails({
  id,
  isReached,
}: {
  id: number;
  /** Whether the reader came here from the list, and not with the page. */
  isReached: boolean;
}) {
  const t = useTranslations('wallet.coins');
  const { data: coin, error, mutate } = useCoin(id);
  const isRefused = error instanceof ApiError && REFUSED.includes(error.code);
  return (
    <div className="grid gap-8">
      <div>
        <WalletLink href={routes.coins}>{t('all')}</WalletLink>
      </div>
      {coin ? (
        <>
          <CoinHeading coin={coin} isReached={isReached} />
          <CoinPriceCard coinId={coin.id} />
          <PairChart of={coin} />
          <CoinAlerts coin={coin} />
          <TokenList coin={coin} />
        </>
      ) : isRefused ? (
        <p role="alert">{t('unknown')}</p>
      ) : error ? (
        <RetryAlert message={t('coinFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} />
      ) : (
        <p role="status">{t('loading')}</p>
      )}
    </div>
  );
}
