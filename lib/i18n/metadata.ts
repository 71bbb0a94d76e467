import type { Metadata } from 'next';
import { brand } from '@/lib/content/website';
import { getPathname } from './navigation';
import { type Locale, routing } from './routing';

/** The locale as Open Graph writes it: language_TERRITORY. */
const openGraphLocale: Record<Locale, string> = { en: 'en_US', 'zh-Hant': 'zh_TW' };

/**
 * Metadata of one page in one locale: title, description, canonical, hreflang of every locale with x-default on
 * English, and Open Graph. `path` comes from lib/routes.ts, without locale prefix. `index: false` keeps the page out of
 * search engines and drops canonical and hreflang.
 */
export function pageMetadata({
  locale,
  path,
  title,
  description,
  index = true,
}: {
  locale: Locale;
  path: string;
  title: string;
  description: string;
  index?: boolean;
}): Metadata {
  const pathIn = (l: Locale) => getPathname({ locale: l, href: path });
  const fullTitle = `${title} · ${brand}`;
  const canonical = pathIn(locale);
  return {
    title: fullTitle,
    description,
    ...(index
      ? {
          alternates: {
            canonical,
            languages: {
              ...Object.fromEntries(routing.locales.map((l) => [l, pathIn(l)])),
              'x-default': pathIn(routing.defaultLocale),
            },
          },
        }
      : { robots: { index: false } }),
    openGraph: {
      type: 'website',
      siteName: brand,
      title: fullTitle,
      description,
      url: canonical,
      locale: openGraphLocale[locale],
      alternateLocale: routing.locales.filter((l) => l !== locale).map((l) => openGraphLocale[l]),
    },
    twitter: { card: 'summary_large_image', title: fullTitle, description },
  };
}
