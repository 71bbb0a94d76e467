import { hasLocale } from 'next-intl';
import { setRequestLocale } from 'next-intl/server';
import { type Locale, routing } from './routing';

/** The locale of a page or layout from its parameters, set for the render so that the page stays static. */
export async function pageLocale(params: Promise<{ locale: string }>): Promise<Locale> {
  const { locale: requested } = await params;
  const locale = hasLocale(routing.locales, requested) ? requested : routing.defaultLocale;
  setRequestLocale(locale);
  return locale;
}
