/** What a provider's URL template can contain, in the order in which the page names it. */
export const BUY_PLACEHOLDERS = ['address', 'chain', 'token', 'language'] as const;
export type BuyPlaceholder = (typeof BUY_PLACEHOLDERS)[number];

/** A company that sells crypto, as the operator lists it. */
export type BuyProvider = { name: string; url: string };

/** Any text in braces, so that a misspelled placeholder is found, too. */
const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Returns the names of a template's placeholders, known or not. */
const namesIn = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Returns what a provider is sent. */
export const sentTo = ({ url }: BuyProvider): BuyPlaceholder[] =>
  BUY_PLACEHOLDERS.filter((name) => namesIn(url).includes(name));

/**
 * Returns whether a text is a template for an https URL with known placeholders only. They must be in the path, query, or
 * fragment, so that no value can change the host.
 */
export function isBuyTemplate(text: string): boolean {
  const known: readonly string[] = BUY_PLACEHOLDERS;
  const sample = text.replaceAll(PLACEHOLDER, 'x');
  return (
    /^https:\/\/[^/?#@{}\\\s]+([/?#][^\s\\]*)?$/.test(text) &&
    !/[{}]/.test(sample) &&
    namesIn(text).every((name) => known.includes(name)) &&
    URL.canParse(sample)
  );
}

/** Returns a provider's URL with each value encoded. */
export const buyUrl = ({ url }: BuyProvider, values: Readonly<Record<BuyPlaceholder, string>>): string =>
  BUY_PLACEHOLDERS.reduce(
    (filled, name) => filled.replaceAll(`{${name}}`, () => encodeURIComponent(values[name])),
    url,
  );
