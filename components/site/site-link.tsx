import NextLink from 'next/link';
import { useLocale } from 'next-intl';
import type { ComponentProps } from 'react';
import { Icon } from '@/components/ui/icon';
import { getPathname } from '@/lib/i18n/navigation';
import { routes } from '@/lib/routes';

/** A link to one of `routes` in the page's language. The server builds the URL, so the link adds no client code. */
export function SiteLink({
  href,
  ...link
}: Omit<ComponentProps<typeof NextLink>, 'href'> & { href: string }) {
  return <NextLink {...link} href={getPathname({ href, locale: useLocale() })} prefetch={false} />;
}

/** The close button of a page, which links to the home page. */
export function CloseHomeLink({ label, className = '' }: { label: string; className?: string }) {
  return (
    <SiteLink
      href={routes.home}
      aria-label={label}
      data-way-out=""
      className={`grid size-12 place-items-center rounded-sharp border border-transparent hover:border-edge hover:bg-sunken ${className}`}
    >
      <Icon path="m5 5 14 14M19 5 5 19" />
    </SiteLink>
  );
}
