/** Control, format (bidirectional overrides among them), private and half characters: what says other than it shows. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** Text from outside as one line without hidden characters, of at most `limit` characters. */
export function cleanText(text: string, limit: number): string {
  // Far more than is kept is not looked at: marks upon marks make one character of many.
  const plain = text
    .slice(0, limit * 8)
    .replace(/\s+/g, ' ')
    .replace(HIDDEN, '')
    .trim();
  const characters = [...plain];
  return characters.length > limit
    ? `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
    : plain;
}
