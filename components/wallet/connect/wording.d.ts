/** A subset of the message files. lib/i18n/wording-loader.mjs generates one module per language. */
declare module '*.wording' {
  type Wording = import('next-intl').Messages['wallet']['connect'];
  export const load: Record<import('next-intl').Locale, () => Promise<{ wording: Wording }>>;
}
