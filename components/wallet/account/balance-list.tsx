import { useFormatter, useTranslations } from 'next-intl';
import type { Address } from 'viem';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { useBalances } from '@/lib/wallet/balances/use-balances';
import { ChainBalances } from './chain-balances';

/** Every listed token on every chain, and what could not be read. */
export function BalanceList({ account }: { account: Address }) {
  const t = useTranslations('wallet.account');
  const format = useFormatter();
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
        <ChainBalances
          key={chain.id}
          name={chain.name}
          balances={balances.filter(({ chainId }) => chainId === chain.id)}
        />
      ))}
    </div>
  );
}
