import type { Metadata } from 'next';
import { hasLocale } from 'next-intl';
import { setRequestLocale } from 'next-intl/server';
import { brand } from '@/lib/content/website';
import { pageAlternates, pageUrl, SOCIAL_IMAGE, siteUrl, socialImagePath } from '@/lib/seo/page-url';
import { type Locale, routing } from './routing';

/** Returns the Open Graph locale in the form language_TERRITORY. */
function openGraphLocale(locale: Locale): string {
  const { language, region } = new Intl.Locale(locale).maximize();
  return `${language}_${region}`;
}

interface PageText {
  locale: Locale;
  /** Path as in lib/routes.ts, without a locale prefix. */
  path: string;
  title: string;
  description: string;
}

interface IndexedPage extends PageText {
  index?: true;
  /** Alternative text of the link preview image. */
  picture: string;
}

interface HiddenPage extends PageText {
  /** Excludes the page from search engines. It then has no canonical URL, hreflang, or preview image. */
  index: false;
}

/**
 * Returns the metadata of a page in a locale: title, description, canonical URL, hreflang for every locale and
 * x-default, Open Graph, and Twitter. All URLs are absolute.
 * @throws SettingError if no canonical origin is set.
 */
export function pageMetadata(page: IndexedPage | HiddenPage): Metadata {
  const { locale, path, description } = page;
  const title = `${page.title} · ${brand}`;
  const url = pageUrl(locale, path);
  const openGraph = {
    type: 'website',
    siteName: brand,
    title,
    description,
    url,
    locale: openGraphLocale(locale),
    alternateLocale: routing.locales.filter((l) => l !== locale).map(openGraphLocale),
  } as const;
  if (page.index === false) {
    return {
      title,
      description,
      robots: { index: false },
      openGraph,
      twitter: { card: 'summary', title, description },
    };
  }
  const image = {
    url: siteUrl(socialImagePath(locale, path)),
    ...SOCIAL_IMAGE,
    alt: `${title} · ${page.picture}`,
  };
  return {
    title,
    description,
    alternates: { canonical: url, languages: pageAlternates(path) },
    openGraph: { ...openGraph, images: [image] },
    twitter: { card: 'summary_large_image', title, description, images: [image] },
  };
}

/**
 * Returns the locale from a page's or layout's parameters. Also sets it for the current render, which keeps the page
 * static.
 */
export async function pageLocale(params: Promise<{ locale: string }>): Promise<Locale> {
  const { locale: requested } = await params;
  const locale = hasLocale(routing.locales, requested) ? requested : routing.defaultLocale;
  setRequestLocale(locale);
  return locale;
}
