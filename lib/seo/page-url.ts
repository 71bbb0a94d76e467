import { getPathname } from '@/lib/i18n/navigation';
import { type Locale, routing } from '@/lib/i18n/routing';
import { canonicalOrigin } from '@/lib/settings/env';

/** Returns the absolute URL of a path on the canonical origin. @throws SettingError if no canonical origin is set. */
export const siteUrl = (path: string) => new URL(path, canonicalOrigin()).href;

/**
 * Returns the absolute URL of a page in a locale. `path` is from lib/routes.ts, without a locale prefix.
 * @throws SettingError if no canonical origin is set.
 */
export const pageUrl = (locale: Locale, path: string) => siteUrl(getPathname({ locale, href: path }));

/**
 * Returns a page's URLs in all languages by hreflang code. The x-default is the default language.
 * @throws SettingError if no canonical origin is set.
 */
export function pageAlternates(path: string): Record<string, string> {
  const addresses = routing.locales.map((locale) => [locale, pageUrl(locale, path)]);
  return { ...Object.fromEntries(addresses), 'x-default': pageUrl(routing.defaultLocale, path) };
}

/** Size in pixels and type of all link preview images (Open Graph, Twitter). */
export const SOCIAL_IMAGE = { width: 1200, height: 630, type: 'image/png' } as const;

/** Returns the path of a page's link preview image, created by `npm run draw:brand`. `path` is from lib/routes.ts. */
export const socialImagePath = (locale: Locale, path: string) =>
  `/images/og/${locale}/${path.slice(1).replaceAll('/', '-')}.png`;
