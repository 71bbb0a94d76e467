import type { Locale } from './routing';

/** Returns a language's name in that language. */
export const endonym = (locale: Locale): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
