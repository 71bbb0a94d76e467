import { withoutLocale } from '@/lib/i18n/routing';

/**
 * Returns the path that this document was loaded from, without its locale prefix, or null if it is unknown. A document
 * keeps that page's Content-Security-Policy and Permissions-Policy across client-side navigation.
 */
export function loadedPath(): string | null {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation ? withoutLocale(new URL(navigation.name).pathname) : null;
}
