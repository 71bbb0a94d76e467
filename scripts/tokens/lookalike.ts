/** What readers take for the same character, or pair of them. */
const CONFUSABLE: readonly [RegExp, string][] = [
  [/0/g, 'o'],
  [/[1il|]/g, 'l'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[^\p{L}\p{N}]/gu, ''],
];

/** What a symbol or name looks like at a glance: equal where a reader may take one for the other. */
export const lookOf = (text: string) =>
  CONFUSABLE.reduce(
    (look, [from, to]) => look.replace(from, to),
    text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
  );
