import type { BreadcrumbList, Graph, Organization, WebSite, WithContext } from 'schema-dts';
import { brand, infoMailbox } from '@/lib/content/website';
import type { Locale } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { pageUrl, siteUrl } from './page-url';

/** Who runs the site and what the site is, for the home page. Throws a SettingError without a canonical origin. */
export function homeJsonLd(locale: Locale, description: string): Graph {
  // One organization in all languages, so its name (@id) carries none.
  const organization: Organization = {
    '@type': 'Organization',
    '@id': siteUrl('/#organization'),
    name: brand,
    url: siteUrl(routes.home),
    logo: siteUrl('/icons/icon-512.png'),
    email: infoMailbox,
  };
  const site: WebSite = {
    '@type': 'WebSite',
    '@id': `${pageUrl(locale, routes.home)}#website`,
    name: brand,
    url: pageUrl(locale, routes.home),
    description,
    inLanguage: locale,
    publisher: { '@id': siteUrl('/#organization') },
  };
  return { '@context': 'https://schema.org', '@graph': [organization, site] };
}

/** Where a page stands, from home on, as search engines show it above a result. Throws a SettingError as above. */
export function breadcrumbJsonLd(
  locale: Locale,
  trail: readonly { name: string; path: string }[],
): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: pageUrl(locale, path),
    })),
  };
}
