import { getPathname } from '@/lib/i18n/navigation';
import { type Locale, routing } from '@/lib/i18n/routing';
import { canonicalOrigin } from '@/lib/settings/env';

/** A path of this site as an absolute address on the canonical origin. Throws a SettingError. */
export const siteUrl = (path: string) => new URL(path, canonicalOrigin()).href;

/** Absolute address of a page (`path` from lib/routes.ts, without locale prefix) in a locale. Throws a SettingError. */
export const pageUrl = (locale: Locale, path: string) => siteUrl(getPathname({ locale, href: path }));

/** Addresses of a page in all languages by hreflang code, x-default being the default one. Throws a SettingError. */
export function pageAlternates(path: string): Record<string, string> {
  const addresses = routing.locales.map((locale) => [locale, pageUrl(locale, path)]);
  return { ...Object.fromEntries(addresses), 'x-default': pageUrl(routing.defaultLocale, path) };
}

/** Size in pixels and type of every picture for link previews (Open Graph, Twitter). */
export const SOCIAL_IMAGE = { width: 1200, height: 630, type: 'image/png' } as const;

/** Path of a page's picture for link previews. `npm run draw:brand` draws them; `path` comes from lib/routes.ts. */
export const socialImagePath = (locale: Locale, path: string) =>
  `/images/og/${locale}/${path.slice(1).replaceAll('/', '-')}.png`;
