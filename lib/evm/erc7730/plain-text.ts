/**
 * Only Latin letters and the characters of a keyboard, because others can look like them, be invisible, or turn the direction of
 * numbers. No quotation marks, and no two apostrophes that look like one, because the review puts a descriptor's words between them.
 */
const PLAIN = /^(?!.*['’`]{2})(?!\s*$)[\p{Script=Latin} !#-@[-`{-~’–—…•·×→°%€£¥]+$/u;

/** Returns whether a text can be part of the review's sentences without being mistaken for the wallet's own words or numbers. */
export const isPlainText = (text: string): boolean => text.length <= 200 && PLAIN.test(text);
