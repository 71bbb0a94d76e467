import NextLink from 'next/link';
import { type Locale, useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { getPathname } from '@/lib/i18n/navigation';

/** A link to a path of lib/routes.ts in the page's language. */
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
