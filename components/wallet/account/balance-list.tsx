import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import type { Address } from 'viem';
import { RetryAlert } from '@/components/wallet/retry-alert';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { useBalances } from '@/lib/chain/use-balances';
import { AmountText } from './amount-text';

/** Every listed token on every chain; what lies in the wallet and in the vault told apart. */
export function BalanceList({ account }: { account: Address }) {
  const t = useTranslations('wallet.account');
  const format = useFormatter();
  const locale = useLocale();
  const id = useId();
  const chains = useChainMapping();
  const coins = useCoins();
  const contracts = useContracts();
  const { balances, isLoading, isError, failedChainIds, refetch } = useBalances(
    account,
    coins.data ?? [],
    contracts.data ?? [],
  );

  const listFailed = [chains, coins, contracts].some(({ data, error }) => error && !data);
  if (isError || listFailed) {
    return (
      <RetryAlert
        message={t('balancesFailed')}
        retryLabel={t('retry')}
        onRetry={() => void Promise.all([refetch(), chains.mutate(), coins.mutate(), contracts.mutate()])}
      />
    );
  }
  if (!chains.data || !coins.data || !contracts.data) return <div aria-busy="true" className="busy-line" />;
  const failed = chains.data.filter(({ id }) => failedChainIds.includes(id));
  return (
    <div className="grid gap-4" aria-busy={isLoading}>
      {failed.length > 0 ? (
        <RetryAlert
          message={t('chainsFailed', { chains: format.list(failed.map(({ name }) => name)) })}
          retryLabel={t('retry')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {chains.data.map((chain) => (
        <section key={chain.id} aria-labelledby={`${id}-${chain.id}`}>
          <table className="w-full text-sm">
            <caption id={`${id}-${chain.id}`} className="pb-1 text-start text-muted">
              {chain.name}
            </caption>
            <thead>
              <tr className="border-b border-line text-xs text-muted">
                <th scope="col" className="py-1 text-start font-normal">
                  {t('token')}
                </th>
                <th scope="col" className="py-1 text-end font-normal">
                  {t('inWallet')}
                </th>
                <th scope="col" className="py-1 text-end font-normal">
                  {t('inVault')}
                </th>
              </tr>
            </thead>
            <tbody>
              {balances
                .filter(({ chainId }) => chainId === chain.id)
                .map(({ coin, decimals, inWallet, inVault }) => (
                  <tr key={coin.id} className="border-b border-line">
                    <th scope="row" className="py-2 text-start font-normal">
                      {coin.symbol}
                    </th>
                    <td className="py-2 text-end">
                      <AmountText value={inWallet} decimals={decimals} locale={locale} />
                    </td>
                    <td className="py-2 text-end">
                      <AmountText value={inVault} decimals={decimals} locale={locale} />
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
