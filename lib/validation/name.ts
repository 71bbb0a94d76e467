import { ruleByProblem } from './wording';

/** Problems of a display name, in the order of the checks. */
export type NameProblem = 'empty' | 'character' | 'length' | 'address';

/** Twenty characters of the longest kind, emoji joined to families, stay below. In UTF-16 units. */
const LONGEST = 256;

/** Joiners and variation selectors where a script or an emoji needs them; anywhere else they hide something. */
const JOINED =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic})|(?<=[\p{Script=Arabic}\p{M}])[\u200C\u200D]|(?<=[\p{Emoji}])[\uFE0E\uFE0F]/gu;
/** Controls, bidirectional and other format characters, what has no meaning or shows nothing, and line breaks. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** More marks on one letter than any language writes run over the lines around them. */
const PILED = /\p{M}{5,}/u;
/** The beginning of an account's address, in letters that look alike too, or a name of the Ethereum Name Service. */
const ADDRESS = /0[xхχ×][0-9a-f]{4}|^[oоο][xхχ×][0-9a-f]{6}|\.eth$/iu;

/** The form in which a name is kept: composed (NFC), single plain spaces inside and none around. */
export const normalizeName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();

/** What is wrong with a name in its normal form, or null (WAL-11). Names need not be unique. */
export function nameProblem(name: string): NameProblem | null {
  if (ruleByProblem.empty(name) !== null) return 'empty';
  if (UNSEEN.test(name.replace(JOINED, '')) || PILED.test(name)) return 'character';
  if (name.length > LONGEST || ruleByProblem.length(name) !== null) return 'length';
  // Wide and other compatibility forms of a letter count as the letter.
  return ADDRESS.test(name.normalize('NFKC')) ? 'address' : null;
}
