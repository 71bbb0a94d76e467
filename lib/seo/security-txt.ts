import { securityContact } from '@/lib/content/website';
import { routing } from '@/lib/i18n/routing';
import { routes } from '@/lib/routes';
import { pageUrl, siteUrl } from './page-url';

/** Shorter than a year, because RFC 9116 advises against a later expiry (section 2.5.5). */
const VALID_MS = 360 * 24 * 60 * 60 * 1000;

/**
 * Returns the file that says where to report vulnerabilities (RFC 9116). It expires, so rebuild it at least twice a year.
 * @throws SettingError if no canonical origin is set.
 */
export function securityTxt(builtAt: Date): string {
  const fields = {
    Contact: securityContact,
    Expires: new Date(builtAt.getTime() + VALID_MS).toISOString(),
    'Preferred-Languages': routing.locales.join(', '),
    Canonical: siteUrl('/.well-known/security.txt'),
    Policy: `${pageUrl(routing.defaultLocale, routes.help)}#report`,
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
