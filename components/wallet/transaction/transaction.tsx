'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import {
  type Address,
  formatEther,
  getAddress,
  type Hash,
  isAddress,
  isHash,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';
import { useBalance, useBlock, useBytecode, useTransaction, useTransactionReceipt } from 'wagmi';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { useChainMapping, useCoins, useContracts } from '@/lib/api/hooks';
import { truncate } from '@/lib/format/amount';
import { DetailRow, MoveRows, VaultRows } from './vault-rows';

const isUnmined = (error: Error | null) => error instanceof TransactionReceiptNotFoundError;
const retryUnlessPending = (failures: number, error: Error) => !isUnmined(error) && failures < 3;
/** Returns the polling interval in ms. Polling stops if the RPC endpoint is unreachable, and the user can retry. */
const whilePending = ({ state }: { state: { error: Error | null } }) =>
  state.error && !isUnmined(state.error) ? false : 4_000;

/** Status, block, parties, and fee of a transaction, with its vault events and its effects on the sender. */
export function TransactionReceipt({ chainId, hash }: { chainId: number; hash: Hash }) {
  const t = useTranslations('wallet.transaction');
  const format = useFormatter();
  const chains = useChainMapping();
  const coins = useCoins();
  const contracts = useContracts();
  const chain = chains.data?.find(({ id }) => id === chainId);
  const enabled = chain !== undefined;
  const transaction = useTransaction({ chainId, hash, query: { enabled } });
  const receipt = useTransactionReceipt({
    chainId,
    hash,
    query: { enabled, retry: retryUnlessPending, refetchInterval: whilePending },
  });
  const block = useBlock({
    chainId,
    ...(receipt.data ? { blockHash: receipt.data.blockHash } : {}),
    query: { enabled: receipt.data !== undefined },
  });

  if (!chains.data || !coins.data || !contracts.data) {
    if (![chains, coins, contracts].some(({ data, error }) => error && !data))
      return <p role="status">{t('loading')}</p>;
    return (
      <RetryAlert
        message={t('listsFailed')}
        retryLabel={t('retry')}
        onRetry={() => void Promise.all([chains.mutate(), coins.mutate(), contracts.mutate()])}
      />
    );
  }
  if (!chain) return <p role="alert">{t('unknownChain')}</p>;
  if (!transaction.data) {
    if (!transaction.isError) return <p role="status">{t('loading')}</p>;
    if (transaction.error instanceof TransactionNotFoundError) return <p role="alert">{t('notFound')}</p>;
    return (
      <RetryAlert
        message={t('nodeUnreachable')}
        retryLabel={t('retry')}
        onRetry={() => void Promise.all([transaction.refetch(), receipt.refetch()])}
      />
    );
  }
  const { from, to, value, blockNumber } = transaction.data;
  const isPending = blockNumber === null || isUnmined(receipt.error);
  const status = receipt.data?.status ?? (isPending ? 'pending' : undefined);
  const vault = contracts.data.find(
    (contract) => contract.chainId === chainId && contract.name === 'vault_contract',
  );

  return (
    <div className="grid gap-4">
      <dl>
        <DetailRow label={t('hash')}>{hash}</DetailRow>
        <DetailRow label={t('chain')}>{chain.name}</DetailRow>
        <DetailRow label={t('status')}>{status ? t(`statuses.${status}`) : '–'}</DetailRow>
        {receipt.data ? (
          <DetailRow label={t('block')}>{receipt.data.blockNumber.toString()}</DetailRow>
        ) : null}
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
        {receipt.data && vault ? (
          <VaultRows
            chainId={chainId}
            vault={getAddress(vault.address)}
            logs={receipt.data.logs}
            coins={coins.data}
          />
        ) : null}
        {receipt.data ? (
          <MoveRows chainId={chainId} receipt={receipt.data} coins={coins.data} contracts={contracts.data} />
        ) : null}
      </dl>
      {receipt.isLoadingError && !isUnmined(receipt.error) ? (
        <RetryAlert
          message={t('nodeUnreachable')}
          retryLabel={t('retry')}
          onRetry={() => void receipt.refetch()}
        />
      ) : null}
    </div>
  );
}

/** On-chain details of an address: whether it is a contract, and its native currency balance. */
function AddressDetails({ chainId, address }: { chainId: number; address: Address }) {
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
      <RetryAlert
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

const noop = () => () => undefined;

/** Details of a transaction or address, read from the chain. Serves as the explorer for chains that have none. */
export function TransactionDetails() {
  const t = useTranslations('wallet.transaction');
  const search = useSyncExternalStore(
    noop,
    () => window.location.search,
    () => '',
  );
  const query = new URLSearchParams(search);
  const chainId = Number(query.get('chainId'));
  const hash = query.get('hash') ?? '';
  const address = query.get('address') ?? '';
  if (isHash(hash)) return <TransactionReceipt chainId={chainId} hash={hash} />;
  if (isAddress(address)) return <AddressDetails chainId={chainId} address={address} />;
  return <p role="alert">{t('malformed')}</p>;
}
