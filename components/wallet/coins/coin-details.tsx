import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { Address } from 'viem';
import { useConfig, useConnection, useWatchAsset } from 'wagmi';
import { CoinIcon } from '@/components/ui/coin-icon';
import { ExternalLink } from '@/components/ui/external-link';
import { ChartSkeleton } from '@/components/wallet/chart/chart-skeleton';
import { OwnAmounts } from '@/components/wallet/display/own-amounts';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { Bar } from '@/components/wallet/display/skeleton';
import { CopyButton } from '@/components/wallet/display/text-button';
import { useSwitchErrorText } from '@/components/wallet/display/use-switch-error-text';
import { useSignedInAccount } from '@/components/wallet/frame/account-view';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { ApiError } from '@/lib/api/client';
import { useChainMapping, useCoin } from '@/lib/api/hooks';
import type { Coin } from '@/lib/api/types';
import { notify } from '@/lib/browser/notices';
import { chainErrorCode, WrongChainError } from '@/lib/evm/errors';
import { usePriceAlerts, watchPriceAlerts } from '@/lib/prices/price-alerts';
import { routes } from '@/lib/routes';
import { switchWalletChain } from '@/lib/wallet/networks/switch-chain';
import { AlertForm } from './alerts/alert-form';
import { AlertList } from './alerts/alert-list';
import { CoinActions } from './coin-actions';
import { CoinBalances } from './coin-balances';
import { CoinPriceCard, PriceSkeleton } from './coin-price-card';
import { PairChart } from './pair/pair-chart';

/**
 * Button that asks the connected wallet to watch a token (EIP-747). Switches to the token's chain first, because the
 * request has no chain ID.
 */
function AddToWallet({
  coin,
  token,
}: {
  coin: Coin;
  token: { chainId: number; address: Address; decimals: number };
}) {
  const t = useTranslations('wallet.coins');
  const config = useConfig();
  const { isConnected } = useConnection();
  const switchErrorText = useSwitchErrorText();
  const { mutateAsync: watchAsset } = useWatchAsset();
  const [isBusy, setBusy] = useState(false);
  if (!isConnected) return null;

  const add = async () => {
    setBusy(true);
    try {
      await switchWalletChain(config, token.chainId);
      const { address, decimals } = token;
      const image = new URL(coin.icon, window.location.origin).href;
      const isAdded = await watchAsset({
        type: 'ERC20',
        options: { address, decimals, symbol: coin.symbol, image },
      });
      if (isAdded) notify('success', t('added', { symbol: coin.symbol }));
    } catch (error) {
      const isUnknown = !(error instanceof WrongChainError) && chainErrorCode(error) === 'unknown';
      notify('warning', isUnknown ? t('notAdded') : switchErrorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      disabled={isBusy}
      onClick={() => void add()}
      className="min-h-11 text-sm text-water underline underline-offset-4 disabled:text-muted"
    >
      {t('add')}
    </button>
  );
}

/** A coin's token on every chain. Each address can be copied, viewed in the explorer, and added to a wallet. */
function TokenList({ coin }: { coin: Coin }) {
  const t = useTranslations('wallet.coins');
  const { data: chains, error, mutate } = useChainMapping();
  if (!chains) {
    if (!error) return <p role="status">{t('loading')}</p>;
    return <RetryAlert message={t('chainsFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} />;
  }
  return (
    <section aria-labelledby="coin-tokens" className="grid gap-4">
      <h3 id="coin-tokens" className="text-xl">
        {t('networks')}
      </h3>
      <ul className="grid border-t border-line">
        {coin.tokens.map(({ chainId, address, decimals }) => {
          const chain = chains.find(({ id }) => id === chainId);
          if (!chain) return null;
          return (
            <li key={`${chainId}-${address}`} className="grid gap-1 border-b border-line py-4">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h4>{chain.name}</h4>
                <p className="figures text-sm text-muted">
                  {chain.testnet ? `${t('testnet')} · ` : ''}
                  {t('decimals', { decimals })}
                </p>
              </div>
              {address === null ? (
                <p className="text-sm text-muted">{t('native')}</p>
              ) : (
                <>
                  <p className="font-mono text-sm break-all">{address}</p>
                  <div className="flex flex-wrap items-center gap-x-6">
                    <CopyButton text={address} label={t('copy')} />
                    <ExternalLink href={chain.browserAddress + address}>{t('explorer')}</ExternalLink>
                    <AddToWallet coin={coin} token={{ chainId, address, decimals }} />
                  </div>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A coin's price alerts, and a form to add one. */
function CoinAlerts({ coin }: { coin: Coin }) {
  const t = useTranslations('wallet.coins.alerts');
  const heading = useRef<HTMLHeadingElement>(null);
  const alerts = usePriceAlerts((state) => state.entries).filter(({ coinId }) => coinId === coin.id);
  useEffect(watchPriceAlerts, []);
  return (
    <section aria-labelledby="coin-alerts" className="grid gap-4">
      <h3 id="coin-alerts" ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('title')}
      </h3>
      <p className="measure text-sm text-muted">{t('lead')}</p>
      <AlertForm coin={coin} />
      {alerts.length > 0 ? (
        <AlertList label={t('title')} alerts={alerts} onRemoved={() => heading.current?.focus()} />
      ) : null}
    </section>
  );
}

const REFUSED = [400, 404];

function CoinHeading({ coin, isReached }: { coin: Coin; isReached: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // This navigation doesn't change the page heading, so focus moves to the coin's heading.
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

/** Details page for a coin: price, price sources, price history, alerts, and the coin's token on every chain. */
export function CoinDetails({
  id,
  isReached,
}: {
  id: number | 'invalid';
  /** True if the user navigated here after the page loaded. If so, the heading takes focus. */
  isReached: boolean;
}) {
  const t = useTranslations('wallet.coins');
  const account = useSignedInAccount();
  const { data: coin, error, mutate } = useCoin(id === 'invalid' ? null : id);
  const isRefused = id === 'invalid' || (error instanceof ApiError && REFUSED.includes(error.code));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div>
        <WalletLink href={routes.coins}>{t('all')}</WalletLink>
      </div>
      {coin ? (
        <>
          <CoinHeading coin={coin} isReached={isReached} />
          <CoinPriceCard coinId={coin.id} />
          <CoinActions coinId={coin.id} />
          {account ? (
            <OwnAmounts>
              <CoinBalances account={account} coin={coin} />
            </OwnAmounts>
          ) : null}
          <PairChart of={coin} />
          <CoinAlerts coin={coin} />
          <TokenList coin={coin} />
        </>
      ) : isRefused ? (
        <p role="alert">{t('unknown')}</p>
      ) : error ? (
        <RetryAlert message={t('coinFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} />
      ) : (
        <>
          <div className="flex items-center gap-4">
            <span className="size-12 rounded-full bg-line" />
            <Bar className="h-7 w-40" />
          </div>
          <PriceSkeleton />
          <ChartSkeleton text={t('loading')} />
        </>
      )}
    </div>
  );
}
