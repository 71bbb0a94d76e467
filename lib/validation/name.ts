import { countCharacters, ruleByProblem } from './wording';

/** Problems with a display name, in the order they are checked. */
export type NameProblem = 'empty' | 'character' | 'length' | 'address';

/** Limits of a name's length, in characters as users count them. Many names have only one or two. */
export const NAME_CHARACTERS = { min: 1, max: 20 } as const;

/** Maximum length in UTF-16 code units, which is enough for twenty family emoji. */
const LONGEST = 256;

/**
 * Joiners and variation selectors where a script or emoji needs them. Elsewhere, they count as invisible characters.
 */
const JOINED =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic})|(?<=[\p{Script=Arabic}\p{M}])[\u200C\u200D]|(?<=[\p{Emoji}])[\uFE0E\uFE0F]/gu;
/** Control characters, bidirectional and other format characters, unassigned or invisible ones, and line breaks. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** A visible character. Marks alone would attach to the text before them. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** More combining marks on one letter than any language uses. They would overlap other lines. */
const PILED = /\p{M}{5,}/u;
/** The start of an address, even in look-alike letters, or an ENS name ending in `.eth`. */
const ADDRESS = /0[xхχ×][0-9a-f]{4}|^[oоο][xхχ×][0-9a-f]{4}|\.eth$/iu;

/** An apostrophe within a word, as in O’Brien, which isn't a quotation mark. */
const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu;
/** Quotation marks, and characters that look like one or like a corner bracket: primes, accents, ornaments, and doubled letters. */
const QUOTE =
  /[\p{Quotation_Mark}`´˝˵˶ʺˮ״′-‷⁗〃\u2308-\u230B\u231C-\u231F\u2E22-\u2E25\u275B-\u2760\u276E\u276F\u{1F676}-\u{1F678}]|[ʹ-ʽˈ]{2}/u;

/** Returns whether a name has a quotation mark. Others see chosen names in quotes, which such a name could end (HUB-8). */
export const hasQuote = (name: string): boolean => QUOTE.test(name.replace(APOSTROPHE, ''));

/** Returns the form of a name to store: composed (NFC), with single spaces inside and none at the ends. */
export const normalizeName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();

/** Returns the problem with a normalized name, or null if there is none (WAL-11). Names don't have to be unique. */
export function nameProblem(name: string): NameProblem | null {
  if (ruleByProblem.empty(name) !== null) return 'empty';
  if (UNSEEN.test(name.replace(JOINED, '')) || PILED.test(name) || !SEEN.test(name)) return 'character';
  if (name.length > LONGEST || countCharacters(name) > NAME_CHARACTERS.max) return 'length';
  // Full-width and other compatibility forms count as plain letters.
  return ADDRESS.test(name.normalize('NFKC')) ? 'address' : null;
}
