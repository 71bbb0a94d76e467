import { useTranslations } from 'next-intl';
import type { Hash } from 'viem';
import { useChainMapping } from '@/lib/api/hooks';

/** Another back end may say what it likes of its explorer. */
const isHttp = (address: string) => /^https?:\/\//.test(address);

/** A notice's link to a transaction in the explorer of its chain, where that has one and the transaction is known. */
export function useExplorerLink(chainId: number) {
  const t = useTranslations('wallet.transfer');
  const { data: chains = [] } = useChainMapping();
  const chain = chains.find(({ id }) => id === chainId);
  return (hash: Hash | null) =>
    hash && chain && isHttp(chain.browserTx)
      ? {
          href: chain.browserTx + hash,
          target: '_blank' as const,
          rel: 'noopener noreferrer' as const,
          children: t('explorer'),
        }
      : undefined;
}
