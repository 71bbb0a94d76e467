import type { MetadataRoute } from 'next';
import { getTranslations } from 'next-intl/server';
import { THEME_COLORS } from '@/lib/constants';
import { brand } from '@/lib/content/website';
import { getPathname } from '@/lib/i18n/navigation';
import { type Locale, languageByLocale, prefixOf } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';

const MANIFEST = '/manifest.webmanifest';

/** Returns the path of a language's web app manifest. */
export const webManifestPath = (locale: Locale) => prefixOf(locale) + MANIFEST;

/** Returns the web app manifest for a language (W3C Web Application Manifest). */
export async function webManifest(locale: Locale): Promise<MetadataRoute.Manifest> {
  const shell = await getTranslations({ locale, namespace: 'shell' });
  const home = await getTranslations({ locale, namespace: 'home' });
  const pathTo = (path: string) => getPathname({ locale, href: path });
  const icon = (name: string, size: number, purpose: 'any' | 'maskable') =>
    ({ src: `/icons/${name}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose }) as const;
  return {
    // All languages share one app ID.
    id: routes.home,
    name: brand,
    short_name: brand,
    description: home('metaDescription'),
    lang: locale,
    dir: languageByLocale[locale].dir,
    start_url: pathTo(routes.home),
    scope: routes.index,
    display: 'standalone',
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    categories: ['finance'],
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('maskable-512', 512, 'maskable'),
    ],
    shortcuts: [
      { name: shell('wallet'), url: pathTo(routes.wallet) },
      { name: shell('lines'), url: pathTo(routes.businessLine(1)) },
      { name: shell('contact'), url: pathTo(routes.contact) },
    ],
  };
}
