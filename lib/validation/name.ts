import { ruleByProblem } from './wording';

/** Problems of a display name, in the order of the checks. */
export type NameProblem = 'empty' | 'character' | 'length' | 'address';

/** In UTF-16 units; enough for twenty characters of the longest kind, emoji families. */
const LONGEST = 256;

/** Joiners and variation selectors that a script or emoji needs; anywhere else they hide something. */
const JOINED =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic})|(?<=[\p{Script=Arabic}\p{M}])[\u200C\u200D]|(?<=[\p{Emoji}])[\uFE0E\uFE0F]/gu;
/** Control characters, bidirectional and other format characters, unassigned or invisible ones, and line breaks. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** More combining marks on one letter than any language uses; they would overlap other lines. */
const PILED = /\p{M}{5,}/u;
/** The start of an account's address, also in look-alike letters, or a name of the Ethereum Name Service. */
const ADDRESS = /0[xхχ×][0-9a-f]{4}|^[oоο][xхχ×][0-9a-f]{6}|\.eth$/iu;

/** Returns the stored form of a name: composed (NFC), with single spaces inside and none around. */
export const normalizeName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();

/** Returns the problem with a normalized name, or null (WAL-11). Names need not be unique. */
export function nameProblem(name: string): NameProblem | null {
  if (ruleByProblem.empty(name) !== null) return 'empty';
  if (UNSEEN.test(name.replace(JOINED, '')) || PILED.test(name)) return 'character';
  if (name.length > LONGEST || ruleByProblem.length(name) !== null) return 'length';
  // Full-width and other compatibility forms count as the letter itself.
  return ADDRESS.test(name.normalize('NFKC')) ? 'address' : null;
}
