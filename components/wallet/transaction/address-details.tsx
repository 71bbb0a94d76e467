import { useTranslations } from 'next-intl';
import { type Address, formatEther, getAddress } from 'viem';
import { useBalance, useBytecode } from 'wagmi';
import { truncate } from '@/lib/amount';
import { useChainMapping } from '@/lib/api/hooks';
import { DetailRow } from './detail-row';

/** What a chain knows of an address: its kind and its balance of the chain's own coin. */
export function AddressDetails({ chainId, address }: { chainId: number; address: Address }) {
  const t = useTranslations('wallet.transaction');
  const { data: chains = [] } = useChainMapping();
  const chain = chains.find(({ id }) => id === chainId);
  const balance = useBalance({ chainId, address });
  const code = useBytecode({ chainId, address });

  if (!chain) return <p role="alert">{t('unknownChain')}</p>;
  if (balance.isError) return <p role="alert">{t('nodeUnreachable')}</p>;
  if (!balance.data) return <p role="status">{t('loading')}</p>;
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
