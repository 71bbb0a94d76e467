import type { BreadcrumbList, FAQPage, Graph, Organization, WebSite, WithContext } from 'schema-dts';
import type { HelpText } from '@/lib/content/types';
import { brand, infoMailbox } from '@/lib/content/website';
import type { Locale } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { pageUrl, siteUrl } from './page-url';

/**
 * Returns structured data about the site and its organization, for the home page.
 * @throws SettingError if no canonical origin is set.
 */
export function homeJsonLd(locale: Locale, description: string): Graph {
  // The organization is the same for all languages, so its @id contains no language.
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

/**
 * Returns a page's breadcrumbs, starting at the home page, for search engines.
 * @throws SettingError if no canonical origin is set.
 */
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

/** Returns the questions of the help page, for search engines. */
export function faqJsonLd(locale: Locale, { sections }: HelpText): WithContext<FAQPage> {
  const questions = sections.find(({ id }) => id === 'questions')?.topics ?? [];
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    inLanguage: locale,
    mainEntity: questions.map(({ title, body }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: body.flat().join('\n') },
    })),
  };
}
