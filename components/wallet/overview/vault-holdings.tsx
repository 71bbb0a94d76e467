import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { useDisplayPrices } from '@/components/wallet/coins/use-display-prices';
import { AmountText, FiatValueText } from '@/components/wallet/display/amount-text';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { TextButton } from '@/components/wallet/display/text-button';
import { openWithdraw } from '@/components/wallet/transfer/transfer-draft';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { fiatValue } from '@/lib/wallet/balances/fiat-value';
import { useBalances } from '@/lib/wallet/balances/use-balances';

/** The account's vault balances, read from the chains. */
export function VaultHoldings({ account }: { account: Address }) {
  const t = useTranslations('wallet.overview');
  const format = useFormatter();
  const locale = useLocale();
  const chains = useChainMapping();
  const coins = useCoins();
  const contracts = useContracts();
  const { priceOf, money } = useDisplayPrices();
  const { balances, isError, failedChainIds, refetch } = useBalances(
    account,
    coins.data ?? [],
    contracts.data ?? [],
  );

  if ([chains, coins, contracts].some(({ data, error }) => error && !data)) {
    return (
      <RetryAlert
        message={t('failed')}
        retryLabel={t('retry')}
        onRetry={() => void Promise.all([chains.mutate(), coins.mutate(), contracts.mutate()])}
      />
    );
  }
  if (isError) {
    return <RetryAlert message={t('vaultFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />;
  }
  if (!chains.data || !coins.data || !contracts.data) return <div aria-busy="true" className="busy-line" />;

  const held = balances.filter(({ inVault }) => inVault !== undefined && inVault > 0n);
  const unknown = balances.filter(({ inVault }) => inVault === undefined);
  const failed = chains.data.filter(
    ({ id }) => failedChainIds.includes(id) && unknown.some(({ chainId }) => chainId === id),
  );
  const chainName = (chainId: number) => chains.data?.find(({ id }) => id === chainId)?.name ?? '';
  const loading = unknown.some(({ chainId }) => !failedChainIds.includes(chainId));
  return (
    <div className="grid gap-4" aria-busy={loading}>
      {failed.length > 0 ? (
        <RetryAlert
          message={t('vaultIncomplete', { chains: format.list(failed.map(({ name }) => name)) })}
          retryLabel={t('retry')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {held.length > 0 ? (
        <ul className="grid">
          {held.map(({ coin, chainId, decimals, inVault = 0n }) => {
            const price = priceOf(coin.id)?.price;
            return (
              <li
                key={`${chainId}-${coin.id}`}
                className="flex items-baseline justify-between gap-4 border-b border-line py-3"
              >
                <span className="max-w-1/2 flex-none">
                  {coin.symbol}
                  <span className="block text-xs text-muted">{chainName(chainId)}</span>
                </span>
                <span className="flex flex-wrap items-baseline justify-end gap-x-4">
                  <span className="grid justify-items-end">
                    <span className="text-xl">
                      <AmountText value={inVault} decimals={decimals} locale={locale} />
                    </span>
                    {price === undefined ? null : (
                      <FiatValueText
                        value={fiatValue(inVault, decimals, price)}
                        money={money}
                        className="text-xs text-muted"
                      />
                    )}
                  </span>
                  <TextButton
                    opensDialog
                    label={t('withdrawCoin', { symbol: coin.symbol, chain: chainName(chainId) })}
                    onClick={() => openWithdraw({ account, chainId, coinId: coin.id })}
                  >
                    {t('withdraw')}
                  </TextButton>
                </span>
              </li>
            );
          })}
        </ul>
      ) : null}
      {loading ? <div className="busy-line" /> : null}
      {unknown.length === 0 && held.length === 0 ? (
        <p className="measure text-muted">{t('vaultEmpty')}</p>
      ) : null}
    </div>
  );
}
