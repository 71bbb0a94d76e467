import NextLink from 'next/link';
import { useLocale } from 'next-intl';
import type { ComponentProps } from 'react';
import { getPathname } from '@/lib/i18n/navigation';

/** A link to one of `routes` in the page's language. The path is made on the server, so it costs the client nothing. */
export function SiteLink({
  href,
  ...link
}: Omit<ComponentProps<typeof NextLink>, 'href'> & { href: string }) {
  return <NextLink {...link} href={getPathname({ href, locale: useLocale() })} prefetch={false} />;
}
