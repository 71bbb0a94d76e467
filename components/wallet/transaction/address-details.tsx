import { useTranslations } from 'next-intl';
import { type Address, formatEther, getAddress } from 'viem';
import { useBalance, useBytecode } from 'wagmi';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { useChainMapping } from '@/lib/api/hooks';
import { truncate } from '@/lib/format/amount';
import { DetailRow } from './vault-rows';

/** On-chain details of an address: whether it is a contract, and its native currency balance. */
export function AddressDetails({ chainId, address }: { chainId: number; address: Address }) {
  const t = useTranslations('wallet.transaction');
  const chains = useChainMapping();
  const chain = chains.data?.find(({ id }) => id === chainId);
  const query = { enabled: chain !== undefined };
  const balance = useBalance({ chainId, address, query });
  const code = useBytecode({ chainId, address, query });

  if (!chains.data) {
    if (!chains.error) return <p role="status">{t('loading')}</p>;
    return (
      <RetryAlert message={t('listsFailed')} retryLabel={t('retry')} onRetry={() => void chains.mutate()} />
    );
  }
  if (!chain) return <p role="alert">{t('unknownChain')}</p>;
  if (balance.isLoadingError || code.isLoadingError) {
    return (
      <ReadFailure
        chainIds={[chainId]}
        shown="nothing"
        message={t('nodeUnreachable')}
        retryLabel={t('retry')}
        onRetry={() => void Promise.all([balance.refetch(), code.refetch()])}
      />
    );
  }
  if (!balance.data || code.data === undefined) return <p role="status">{t('loading')}</p>;
  return (
    <dl>
      <DetailRow label={t('address')}>{getAddress(address)}</DetailRow>
      <DetailRow label={t('chain')}>{chain.name}</DetailRow>
      <DetailRow label={t('kind')}>{t(code.data ? 'contract' : 'account')}</DetailRow>
      <DetailRow label={t('balance')}>
        {truncate(formatEther(balance.data.value), 18)} {chain.nativeSymbol}
      </DetailRow>
    </dl>
  );
}
