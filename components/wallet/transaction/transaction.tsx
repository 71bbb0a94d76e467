'use client';

import { useTranslations } from 'next-intl';
import { type Address, type Hash, isAddress, isHash } from 'viem';
import { ReadFailure } from '@/components/wallet/display/read-failure';
import { RetryAlert } from '@/components/wallet/display/retry-alert';
import { WalletLink } from '@/components/wallet/frame/wallet-link';
import { usePageParams } from '@/lib/browser/page-params';
import { routes } from '@/lib/routes';
import { useSession } from '@/lib/session/session';
import { useReceiptFacts } from '@/lib/wallet/receipt/use-receipt-facts';
import { AddressDetails } from './address-details';
import { PendingReceipt, ReceiptSkeleton } from './receipt-parts';
import { ReceiptView } from './receipt-view';

function Problem({ text }: { text: string }) {
  const t = useTranslations('wallet.activity');
  return (
    <div className="grid justify-items-start gap-2">
      <p role="alert" className="measure">
        {text}
      </p>
      <WalletLink href={routes.activity}>{t('title')}</WalletLink>
    </div>
  );
}

/** What a transaction did, its parties, fees, and technical details, all read from the chain. */
export function TransactionReceipt({ chainId, hash }: { chainId: number; hash: Hash }) {
  const t = useTranslations('wallet.transaction');
  const viewer = useSession((state) => state.account);
  const receipt = useReceiptFacts(chainId, hash, { viewer: viewer as Address | null });
  switch (receipt.state) {
    case 'mined':
      return <ReceiptView {...receipt} />;
    case 'pending':
      return <PendingReceipt hash={hash} {...receipt} />;
    case 'loading':
      return <ReceiptSkeleton />;
    case 'listsFailed':
      return (
        <RetryAlert message={t('listsFailed')} retryLabel={t('retry')} onRetry={() => receipt.retry()} />
      );
    case 'unreachable':
      return (
        <ReadFailure
          chainIds={[chainId]}
          shown="nothing"
          message={t('nodeUnreachable')}
          retryLabel={t('retry')}
          onRetry={() => receipt.retry()}
        />
      );
    case 'unknownChain':
    case 'notFound':
      return <Problem text={t(receipt.state)} />;
  }
}

/** Details of a transaction or address, read from the chain. Serves as the explorer for chains that have none. */
export function TransactionDetails() {
  const t = useTranslations('wallet.transaction');
  const query = usePageParams();
  const chainId = Number(query.get('chainId'));
  const hash = query.get('hash') ?? '';
  const address = query.get('address') ?? '';
  if (isHash(hash)) return <TransactionReceipt chainId={chainId} hash={hash} />;
  if (isAddress(address)) return <AddressDetails chainId={chainId} address={address} />;
  return <Problem text={t('malformed')} />;
}
