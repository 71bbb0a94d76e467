import NextLink from 'next/link';
import { type Locale, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Hash } from 'viem';
import { useChainMapping } from '@/lib/api/hooks';
import { getPathname } from '@/lib/i18n/navigation';

/** Link to a path from lib/routes.ts in the current locale. */
export function WalletLink({
  href,
  className = 'inline-flex min-h-11 items-center text-sm text-water underline underline-offset-4',
  ...link
}: {
  href: string;
  className?: string;
  rel?: string;
  onClick?: () => void;
  children: ReactNode;
}) {
  const locale: Locale = useLocale();
  return <NextLink {...link} href={getPathname({ locale, href })} prefetch={false} className={className} />;
}

/** Returns whether a URL's scheme is HTTP or HTTPS. Checked, because the URL comes from the API. */
const isHttp = (address: string) => /^https?:\/\//.test(address);

/**
 * React hook that returns a function to build the explorer link for a toast. The link is included only if the chain has
 * an explorer and the hash is known.
 */
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
