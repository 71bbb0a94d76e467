import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { asWritten, formatWith, placeholdersOf } from '@/lib/preview/overlay';

/** A message in one language, along with the default-language message for the same key. */
export type Wording = { key: string; text: string; locale: string; source: { text: string; locale: string } };

/** Matches stubs for messages that aren't written yet. */
const UNWRITTEN = /\b(?:todo|fixme|tbd|xxx|lorem|ipsum|placeholder|untranslated)\b|待翻譯|待補/iu;

/** Matches names, units and addresses that are written in Latin letters in every language. */
const LATIN_IN_EVERY_LANGUAGE =
  /\b(?:Tidewell|NFT|DApp|QR Code|UTC|Salt|Google Play|App Store|Android APK|GET \/\S+)(?!\p{L})/gu;

/** Keys whose last part may be identical to their English message. */
const SAME_AS_KEY = new Set([
  'wallet.swap.impact.word.high',
  'wallet.swap.impact.word.noticeable',
  'wallet.swap.impact.word.low',
  'wallet.swap.settings.minutes',
  'contact.optional',
  'preview.problem.none',
]);

/** Messages that consist of a separator, without letters. */
const SEPARATORS = [', ', '、'];

/** Regular expressions for the letters of scripts whose ISO 15924 code isn't a Unicode script. */
const SCRIPT_LETTERS: Record<string, string> = {
  Hans: '\\p{Script=Hani}',
  Hant: '\\p{Script=Hani}',
  Jpan: '\\p{Script=Hani}\\p{Script=Hira}\\p{Script=Kana}',
  Kore: '\\p{Script=Hang}',
};

/**
 * Allowed length of a message relative to the English message: minimum and maximum characters per English character,
 * and an extra allowance for short messages. The existing Traditional Chinese messages have between 0.125 and 0.8
 * characters per English character, and at least 0.2 for English messages of 60 characters or more.
 */
const LENGTHS = {
  compact: { least: 0.12, leastOfLong: 0.18, most: 0.8, onTop: 10 },
  alphabetic: { least: 0.4, leastOfLong: 0.5, most: 2, onTop: 15 },
};
const LONG_TEXT = 60;
/** English messages with more characters than this are never translated to a single character. */
const SHORT_WORD = 4;

const SENTENCE_END = /(?:[.?!…。？！])["'”’)」』）]?$/u;

/** Matches the half-width punctuation that alphabetic scripts use at the end of a clause. */
const HALF_WIDTH = /[,;:!?](?:\s|$)/;

const scriptOf = (locale: string) => new Intl.Locale(locale).maximize().script ?? '';
/** Returns true if a language is written in few, wide characters, such as Chinese characters. */
const isCompact = (locale: string) => Object.hasOwn(SCRIPT_LETTERS, scriptOf(locale));
const lettersOf = (script: string) =>
  new RegExp(`[${SCRIPT_LETTERS[script] ?? `\\p{Script=${script}}`}]`, 'gu');

const textOf = (parts: unknown): string =>
  Array.isArray(parts) ? parts.map(textOf).join('') : String(parts);

/** Returns a message as a reader sees it, with `value` in place of every placeholder. */
const shown = (message: CompiledMessage, locale: string, value: string | number) =>
  textOf(formatWith(message, locale, value));

function compileOrNull(text: string): CompiledMessage | null {
  try {
    return compile(text);
  } catch {
    return null;
  }
}

/** Returns an error if a message uses the wrong script or is an untranslated copy, otherwise null. */
function letterFault(words: string, { locale, text, source }: Wording): string | null {
  const script = scriptOf(locale);
  const own = words.match(lettersOf(script))?.length ?? 0;
  const latin = words.replace(LATIN_IN_EVERY_LANGUAGE, '').match(/\p{Script=Latin}/gu)?.length ?? 0;
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  if (script !== 'Latn' && own === 0 && latin > 0) return `is in Latin letters alone: ${text}`;
  if (script === 'Latn' && letters > own) return `has letters of another script: ${text}`;
  const isCopy = locale !== source.locale && text === source.text;
  if (isCopy && latin > 0 && words.trim().split(/\s+/).length > 2) return 'is the text of another language';
  return null;
}

/** Returns an error if a message is too long or too short relative to the English message, otherwise null. */
function lengthFault(seen: string, english: string, locale: string): string | null {
  const { least, leastOfLong, most, onTop } = LENGTHS[isCompact(locale) ? 'compact' : 'alphabetic'];
  const ratio = `${seen.length} characters beside ${english.length} in English`;
  if (seen.length < english.length * (english.length < LONG_TEXT ? least : leastOfLong))
    return `is too short: ${ratio}`;
  if (seen.length === 1 && english.length > SHORT_WORD) return `is too short: ${ratio}`;
  if (seen.length > english.length * most + onTop) return `is too long: ${ratio}`;
  return null;
}

/**
 * Returns the reason a message can't be published, or null if it can. `source` is the default-language message, which
 * is checked separately.
 */
export function faultOf(wording: Wording): string | null {
  const { key, text, locale, source } = wording;
  if (text.trim() === '') return 'is empty';
  const message = compileOrNull(text);
  if (message === null) return `is no ICU message: ${text}`;
  const sourceMessage = compileOrNull(source.text);
  if (sourceMessage === null) return `is beside a text that is no ICU message: ${source.text}`;
  const expected = asWritten(placeholdersOf(sourceMessage)).join(' ');
  if (asWritten(placeholdersOf(message)).join(' ') !== expected)
    return `has other placeholders or tags than ${expected || 'none'}: ${text}`;
  if (text === key || (text === key.split('.').at(-1) && !SAME_AS_KEY.has(key))) return 'is its own key';
  if (UNWRITTEN.test(text)) return `is not written yet: ${text}`;
  const seen = shown(message, locale, 5);
  // With empty placeholders, only the message's own words remain.
  const words = shown(message, locale, '');
  if (!/[\p{L}\p{N}]/u.test(seen) && !SEPARATORS.includes(text)) return `has no word: ${text}`;
  if (/^\P{L}*\p{Script=Latin}\P{L}*$/u.test(text) && !/\d/.test(text)) return `is a single letter: ${text}`;
  if (isCompact(locale) && HALF_WIDTH.test(seen)) return `has half-width punctuation: ${text}`;
  const letters = letterFault(words, wording);
  if (letters !== null || locale === source.locale) return letters;
  const english = shown(sourceMessage, source.locale, 5);
  if (SENTENCE_END.test(seen) !== SENTENCE_END.test(english))
    return `ends unlike the English text, maybe cut: ${text}`;
  return lengthFault(seen, english, locale);
}

/** Fields in lib/content that contain no wording for readers. */
const NO_WORDING = ['key', 'id', 'href', 'motif', 'hair', 'updated'];

/** Returns all strings in nested objects and arrays, keyed by dotted path. */
export function textsIn(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).flatMap(([key, child]) => [...textsIn(child, path ? `${path}.${key}` : key)]),
  );
}

/** Returns the strings in part of lib/content, except in fields that contain no wording for readers. */
export const contentTexts = (value: unknown): Map<string, string> =>
  new Map([...textsIn(value)].filter(([key]) => !NO_WORDING.includes(key.split('.').at(-1) ?? '')));
