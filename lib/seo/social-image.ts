import type { Locale } from '@/lib/i18n/routing';

/** Size in pixels and type of every picture for link previews (Open Graph, Twitter). */
export const SOCIAL_IMAGE = { width: 1200, height: 630, type: 'image/png' } as const;

/** Path of a page's picture for link previews. `npm run draw:brand` draws them; `path` comes from lib/routes.ts. */
export const socialImagePath = (locale: Locale, path: string) =>
  `/images/og/${locale}/${path.slice(1).replaceAll('/', '-')}.png`;
