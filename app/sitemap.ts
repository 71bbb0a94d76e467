import type { MetadataRoute } from 'next';
import { getLegalText } from '@/lib/content/content';
import { type Locale, routing } from '@/lib/i18n/routing';
import { indexablePaths, routes } from '@/lib/routes';
import { pageAlternates, pageUrl } from '@/lib/seo/page-url';

/** Returns the date of a page's last change, if known. */
function lastModified(locale: Locale, path: string): string | undefined {
  if (path === routes.terms) return getLegalText(locale, 'terms').updated;
  if (path === routes.privacy) return getLegalText(locale, 'privacy').updated;
  return undefined;
}

/** Every page that search engines may index, in every language. */
export default function sitemap(): MetadataRoute.Sitemap {
  return indexablePaths.flatMap((path) =>
    routing.locales.map((locale) => {
      const changed = lastModified(locale, path);
      return {
        url: pageUrl(locale, path),
        alternates: { languages: pageAlternates(path) },
        ...(changed && { lastModified: changed }),
      };
    }),
  );
}
