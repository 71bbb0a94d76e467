'use client';

import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { isAddress, isHash } from 'viem';
import { AddressDetails } from './address-details';
import { TransactionReceipt } from './transaction-receipt';

const noop = () => () => undefined;

/** One transaction or address of a configured chain, read from the chain itself: the explorer of chains without one. */
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
