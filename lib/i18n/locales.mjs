/**
 * The site's languages, the default one first, whose pages have no path prefix. Everything else that differs by language
 * is derived from this table or found by `locale` (docs/editing.md, "Add a language"). Plain JavaScript, because
 * next.config.mjs reads it too.
 *
 * - `locale`: BCP 47 tag. It is the path prefix, `lang` and `hreflang` of pages, the name of the message file, and the
 *   format of numbers, amounts and dates. `zh-Hant` formats as in Taiwan (CLDR, likely subtags).
 * - `langKey`: the value that is stored as `lang` and sent in the `Language` header.
 * - `dir`: text direction.
 * - `spaced`: whether spaces separate words. Headings without them break between the words that ICU finds.
 */
export const languages = /** @type {const} */ ([
  { locale: 'en', langKey: 'en_US', dir: 'ltr', spaced: true },
  { locale: 'zh-Hant', langKey: 'zh_CN', dir: 'ltr', spaced: false },
]);

export const defaultLocale = languages[0].locale;

/** The prefixed locales, as a regular expression alternation. */
export const prefixedLocales = languages
  .slice(1)
  .map(({ locale }) => locale)
  .join('|');
