import type { Claim } from '../website';

/** A feature of the terms that may be missing, by its claim. */
type Feature = { claim: Claim; text: string };

/** Splits features into those that exist and those that are planned, as the home page does by the operator's claims. */
export function splitFeatures(
  features: readonly Feature[],
  claims: Readonly<Record<Claim, string | null>>,
): { existing: string[]; planned: string[] } {
  const textsOf = (isPlanned: boolean) =>
    features.filter(({ claim }) => (claims[claim] === null) === isPlanned).map(({ text }) => text);
  return { existing: textsOf(false), planned: textsOf(true) };
}

/** Ends each item of a list with `separator`, and the last one with `end`. */
export const listItems = (items: readonly string[], [separator, end]: readonly [string, string]): string[] =>
  items.map((item, index) => item + (index === items.length - 1 ? end : separator));
