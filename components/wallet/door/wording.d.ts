/** A part of a catalogue, made by lib/i18n/wording-loader.mjs. */
declare module '*.wording' {
  export const wording: import('next-intl').Messages['wallet']['connect'];
}
