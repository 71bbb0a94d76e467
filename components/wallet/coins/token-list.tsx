import { useTranslations } from 'next-intl';
import { ExternalLink } from '@/components/ui/external-link';
import { CopyButton } from '@/components/wallet/display/copy-button';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { useChainMapping } from '@/lib/api/hooks';
import type { Coin } from '@/lib/api/types';
import { AddToWallet } from './add-to-wallet';

/** A coin on every chain: the token's address to check, copy, look up and add to a wallet. */
export function TokenList({ coin }: { coin: Coin }) {
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
