import { create } from 'zustand';

/** Signs of spam, strongest first. */
export const suspicions = ['markup', 'page', 'hidden', 'mixed', 'link', 'claim'] as const;
export type Suspicion = (typeof suspicions)[number];

/**
 * Number of characters of a text that are checked, which is at least as many as pages show of it. Every pattern below
 * takes time linear in the length of the text, because texts come from strangers.
 */
const CHECKED_CHARACTERS = 8_000;

/** Start of an HTML tag or comment, which is markup if a `>` follows. */
const TAG_START = /<\s*(?:\/\s*)?[a-z!]/i;
const SCRIPT_URL = /\b(?:javascript|vbscript):/i;
/** Bidirectional overrides and isolates, and control characters except whitespace. */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069]|(?!\s)\p{Cc}/u;
const LINK =
  /https?:\/\/|\bwww\.|\bt\.me\/|[a-z0-9-]{2}\.(?:com|net|org|io|xyz|app|site|top|info|link|live|finance|gift|vip|cc|claims?|invalid)\b/i;
const CLAIM =
  /\b(?:claim|rewards?|airdrop|voucher|redeem|giveaway|visit)\b|領取|领取|空投|獎勵|奖励|兌換券|兑换券/i;
/** Detects Latin words with look-alike Cyrillic or Greek letters. */
const isMixed = (word: string) =>
  /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);

function isMarkup(text: string): boolean {
  const start = text.search(TAG_START);
  return (start !== -1 && text.includes('>', start)) || SCRIPT_URL.test(text);
}

/** Returns the signs of spam in any external text. */
export function textSuspicions(whole: string): Suspicion[] {
  const text = whole.slice(0, CHECKED_CHARACTERS);
  return [...(isMarkup(text) ? ['markup' as const] : []), ...(HIDDEN.test(text) ? ['hidden' as const] : [])];
}

/** Returns the signs of spam in a name. A web address counts as a sign of spam in a name, but not in a description. */
export function nameSuspicions(whole: string): Suspicion[] {
  const name = whole.slice(0, CHECKED_CHARACTERS);
  return [
    ...textSuspicions(name),
    ...(name.split(/\s+/).some(isMixed) ? ['mixed' as const] : []),
    ...(LINK.test(name) ? ['link' as const] : []),
    ...(CLAIM.test(name) ? ['claim' as const] : []),
  ];
}

/** Removes duplicate signs of spam and sorts them, strongest first. */
export const inOrder = (found: readonly Suspicion[]): Suspicion[] =>
  suspicions.filter((suspicion) => found.includes(suspicion));

/** Signs of spam found in metadata, by NFT key. */
export const useFoundSuspicions = create<{ byId: Readonly<Record<string, readonly Suspicion[]>> }>(() => ({
  byId: {},
}));

export function recordSuspicions(id: string, found: readonly Suspicion[]): void {
  if (found.length === 0 || useFoundSuspicions.getState().byId[id]) return;
  useFoundSuspicions.setState(({ byId }) => ({ byId: { ...byId, [id]: found } }));
}
