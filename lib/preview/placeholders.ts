import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';

/** The `#` of a plural in a compiled message. */
const POUND = 0;

/** The names a compiled message asks values for, and those of them that are tags. */
export type Placeholders = { values: Set<string>; tags: Set<string> };

function visitAll(nodes: readonly unknown[], found: Placeholders): void {
  for (const node of nodes) {
    if (!Array.isArray(node)) continue;
    const [name, second, ...rest] = node;
    const isTag = second !== undefined && (typeof second !== 'number' || second === POUND);
    (isTag ? found.tags : found.values).add(String(name));
    if (isTag) visitAll([second, ...rest], found);
    else
      for (const options of rest)
        for (const branch of typeof options === 'object' && options !== null ? Object.values(options) : [])
          if (Array.isArray(branch)) visitAll(branch, found);
  }
}

/** Every placeholder and tag of a message as icu-minify compiles it, those in branches of a plural or select included. */
export function placeholdersOf(message: CompiledMessage): Placeholders {
  const found: Placeholders = { values: new Set(), tags: new Set() };
  if (Array.isArray(message)) visitAll(message, found);
  return found;
}

/** How an editor writes them: `{name}`, `<b>`. */
export const asWritten = ({ values, tags }: Placeholders): string[] =>
  [...[...values].map((name) => `{${name}}`), ...[...tags].map((name) => `<${name}>`)].sort();

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

/** Formats a message with one value for every placeholder; tags keep what is in them. Throws where the formatter does. */
export function formatWith(message: CompiledMessage, locale: string, value: string | number): unknown {
  const { values, tags } = placeholdersOf(message);
  const given: FormatValues<unknown> = Object.fromEntries([...values].map((name) => [name, value]));
  for (const name of tags) given[name] = (chunks) => chunks;
  return format(message, locale, given, { formatters });
}

/** Formats a message with a text, then a number, for every placeholder. Throws where the formatter does. */
export function tryFormat(message: CompiledMessage, locale: string): void {
  for (const sample of ['text', 1]) formatWith(message, locale, sample);
}
