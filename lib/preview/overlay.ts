import compile from 'icu-minify/compile';
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';

/** The `#` of a plural in a compiled message. */
const POUND = 0;

/** Names of the values that a compiled message needs, and which of them are tags. */
type Placeholders = { values: Set<string>; tags: Set<string> };

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

/**
 * Returns every placeholder and tag of a message compiled by icu-minify, including those in plural and select branches.
 */
export function placeholdersOf(message: CompiledMessage): Placeholders {
  const found: Placeholders = { values: new Set(), tags: new Set() };
  if (Array.isArray(message)) visitAll(message, found);
  return found;
}

/** As editors write them: `{name}`, `<b>`. */
export const asWritten = ({ values, tags }: Placeholders): string[] =>
  [...[...values].map((name) => `{${name}}`), ...[...tags].map((name) => `<${name}>`)].sort();

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

/** Formats a message with one value for every placeholder; tags keep their content. Throws if the formatter does. */
export function formatWith(message: CompiledMessage, locale: string, value: string | number): unknown {
  const { values, tags } = placeholdersOf(message);
  const given: FormatValues<unknown> = Object.fromEntries([...values].map((name) => [name, value]));
  for (const name of tags) given[name] = (chunks) => chunks;
  return format(message, locale, given, { formatters });
}

/** Formats a message twice, with a text and with a number for every placeholder. Throws if the formatter does. */
function tryFormat(message: CompiledMessage, locale: string): void {
  for (const sample of ['text', 1]) formatWith(message, locale, sample);
}

/** Messages as compiled by the build: nested texts. */
export type Wording = { [key: string]: CompiledMessage | Wording };

/** The problem of a draft text, or of a whole file (empty key). */
export type DraftProblem = { key: string } & (
  | { kind: 'unreadable' | 'notJson' | 'unknownKey' | 'notText' | 'notGroup' | 'empty' | 'invalid' }
  | { kind: 'placeholders'; expected: string[] }
);

export type Overlay = { messages: Wording; problems: DraftProblem[] };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isGroup = (entry: Wording[string]): entry is Wording => isRecord(entry);

function tryCompile(text: string, locale: string): CompiledMessage | null {
  try {
    const compiled = compile(text);
    tryFormat(compiled, locale);
    return compiled;
  } catch {
    return null;
  }
}

/** Returns the compiled draft of one text, or its problem. */
function checkText(
  draft: unknown,
  published: CompiledMessage,
  key: string,
  locale: string,
): { text: CompiledMessage } | { problem: DraftProblem } {
  if (typeof draft !== 'string') return { problem: { key, kind: 'notText' } };
  if (draft.trim() === '') return { problem: { key, kind: 'empty' } };
  const text = tryCompile(draft, locale);
  if (text === null) return { problem: { key, kind: 'invalid' } };
  const expected = asWritten(placeholdersOf(published));
  if (asWritten(placeholdersOf(text)).join() !== expected.join())
    return { problem: { key, kind: 'placeholders', expected } };
  return { text };
}

/**
 * Applies drafts to the published wording. Drafts (parsed JSON of the same nesting, any part of it) are compiled as by
 * the build. A draft with an unknown key, invalid ICU MessageFormat, or other placeholders or tags than the published
 * text is skipped and listed as a problem.
 */
export function overlayDrafts(published: Wording, drafts: unknown, locale: string, path = ''): Overlay {
  if (!isRecord(drafts)) return { messages: published, problems: [{ key: path, kind: 'notGroup' }] };
  const messages = { ...published };
  const problems: DraftProblem[] = [];
  for (const [name, draft] of Object.entries(drafts)) {
    const key = path ? `${path}.${name}` : name;
    const entry = Object.hasOwn(published, name) ? published[name] : undefined;
    if (entry === undefined) problems.push({ key, kind: 'unknownKey' });
    else if (isGroup(entry)) {
      const part = overlayDrafts(entry, draft, locale, key);
      messages[name] = part.messages;
      problems.push(...part.problems);
    } else {
      const checked = checkText(draft, entry, key, locale);
      if ('text' in checked) messages[name] = checked.text;
      else problems.push(checked.problem);
    }
  }
  return { messages, problems };
}
