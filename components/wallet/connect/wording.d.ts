/** A part of the message files, made by lib/i18n/wording-loader.mjs: a module of its own for each language. */
declare module '*.wording' {
  type Wording = import('next-intl').Messages['wallet']['connect'];
  export const load: Record<import('next-intl').Locale, () => Promise<{ wording: Wording }>>;
}
