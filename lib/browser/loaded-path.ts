import { withoutLocale } from '@/lib/i18n/routing';

/**
 * Returns the path from which this document was loaded, without its locale prefix, or null if it's unknown.
 * Client-side navigation keeps that page's Content-Security-Policy and Permissions-Policy.
 */
export function loadedPath(): string | null {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation ? withoutLocale(new URL(navigation.name).pathname) : null;
}
