/** Half of a pair that stands alone (UTF-16): UTF-8 has no form for it, so it would be signed as something else. */
const HALF = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

export const isWellFormed = (text: string): boolean => !HALF.test(text);
