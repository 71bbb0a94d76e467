import { routes } from '@/lib/routes';
import { type Locale, prefixOf } from './routing';

/**
 * The address of a path from lib/routes.ts in a locale; the default one has no prefix. next-intl has the same, but brings its
 * client link and formatter with it onto every page, 5 KiB.
 */
export function getPathname({ locale, href }: { locale: Locale; href: string }): string {
  const prefix = prefixOf(locale);
  return prefix && href === routes.index ? prefix : prefix + href;
}
