import { useFormatter, useTranslations } from 'next-intl';
import { formatEther, formatUnits, getAddress, type Hash, isAddressEqual, parseEventLogs } from 'viem';
import { useBlock, useTransaction, useTransactionReceipt } from 'wagmi';
import { truncate } from '@/lib/amount';
import { useChainMapping, useCoins } from '@/lib/api/hooks';
import { vaultAbi } from '@/lib/chain/abi/vault';
import { NATIVE_TOKEN } from '@/lib/chain/native-token';
import { DetailRow } from './detail-row';

/** Status, block, parties, fee and vault events of one transaction. */
export function TransactionReceipt({ chainId, hash }: { chainId: number; hash: Hash }) {
  const t = useTranslations('wallet.transaction');
  const format = useFormatter();
  const { data: chains = [] } = useChainMapping();
  const { data: coins = [] } = useCoins();
  const chain = chains.find(({ id }) => id === chainId);
  const transaction = useTransaction({ chainId, hash });
  const receipt = useTransactionReceipt({ chainId, hash, query: { refetchInterval: 4_000 } });
  const block = useBlock({
    chainId,
    ...(receipt.data ? { blockHash: receipt.data.blockHash } : {}),
    query: { enabled: receipt.data !== undefined },
  });

  if (!chain) return <p role="alert">{t('unknownChain')}</p>;
  if (transaction.isError) return <p role="alert">{t('notFound')}</p>;
  if (!transaction.data) return <p role="status">{t('loading')}</p>;
  const { from, to, value } = transaction.data;
  const deposits = parseEventLogs({ abi: vaultAbi, eventName: 'Deposited', logs: receipt.data?.logs ?? [] });

  return (
    <dl>
      <DetailRow label={t('hash')}>{hash}</DetailRow>
      <DetailRow label={t('chain')}>{chain.name}</DetailRow>
      <DetailRow label={t('status')}>{t(`statuses.${receipt.data?.status ?? 'pending'}`)}</DetailRow>
      {receipt.data ? <DetailRow label={t('block')}>{receipt.data.blockNumber.toString()}</DetailRow> : null}
      {block.data ? (
        <DetailRow label={t('time')}>
          {format.dateTime(new Date(Number(block.data.timestamp) * 1_000), {
            dateStyle: 'medium',
            timeStyle: 'medium',
          })}
        </DetailRow>
      ) : null}
      <DetailRow label={t('from')}>{getAddress(from)}</DetailRow>
      <DetailRow label={t('to')}>{to ? getAddress(to) : t('creation')}</DetailRow>
      <DetailRow label={t('value')}>
        {truncate(formatEther(value), 18)} {chain.nativeSymbol}
      </DetailRow>
      {receipt.data ? (
        <DetailRow label={t('fee')}>
          {truncate(formatEther(receipt.data.gasUsed * receipt.data.effectiveGasPrice), 18)}{' '}
          {chain.nativeSymbol}
        </DetailRow>
      ) : null}
      {deposits.map(({ logIndex, args, address }) => {
        const coin = coins.find(({ tokens }) =>
          tokens.some(
            (token) =>
              token.chainId === chainId &&
              isAddressEqual(getAddress(token.address ?? NATIVE_TOKEN), args.token),
          ),
        );
        const decimals = coin?.tokens.find((token) => token.chainId === chainId)?.decimals;
        return (
          <DetailRow key={logIndex} label={t('deposited')}>
            {decimals === undefined ? args.amount.toString() : formatUnits(args.amount, decimals)}{' '}
            {coin?.symbol ?? args.token}
            <span className="block text-muted">{t('vault', { address })}</span>
          </DetailRow>
        );
      })}
    </dl>
  );
}
