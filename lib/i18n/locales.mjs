/** The language whose pages have no path prefix. */
export const defaultLocale = 'en';

/**
 * The site's languages. The first is the default. Everything else that differs by language is derived from this table
 * or found by `locale` (docs/editing.md, "Add a language"). This is plain JavaScript, because next.config.mjs reads it
 * too.
 *
 * - `locale`: BCP 47 tag. It is the path prefix, the `lang` and `hreflang` of pages, the name of the message file, and
 *   the locale for numbers, amounts, and dates. `zh-Hant` formats as in Taiwan (CLDR, likely subtags).
 * - `langKey`: the value stored as `lang` and sent in the `Language` header.
 * - `dir`: text direction.
 * - `spaced`: whether spaces separate words. If not, headings break between the words that ICU detects.
 */
export const languages = /** @type {const} */ ([
  { locale: defaultLocale, langKey: 'en_US', dir: 'ltr', spaced: true },
  { locale: 'zh-Hant', langKey: 'zh_CN', dir: 'ltr', spaced: false },
]);

/** Local storage key of the visitor's language. */
export const LANG_STORAGE_KEY = 'lang';

/**
 * Returns the locales with a path prefix, as a regular expression alternation. A function, so that this file runs nothing
 * and the bundler can leave out what a page doesn't use.
 */
export const prefixedLocales = () =>
  languages
    .slice(1)
    .map(({ locale }) => locale)
    .join('|');
