import { routes } from '@/lib/routes';
import { type Locale, routing } from './routing';

/**
 * The address of a path from lib/routes.ts in a locale: English has no prefix. next-intl has the same, but brings its
 * client link and formatter with it onto every page, 5 KiB.
 */
export function getPathname({ locale, href }: { locale: Locale; href: string }): string {
  if (locale === routing.defaultLocale) return href;
  return `/${locale}${href === routes.index ? '' : href}`;
}
