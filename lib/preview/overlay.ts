import compile from 'icu-minify/compile';
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';
import { isRecord } from '@/lib/is-record';

/** Represents `#` in a compiled plural message. */
const POUND = 0;

/** Names of a compiled message's placeholders: values and tags. */
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

/** Returns all placeholders and tags of a message compiled by icu-minify, including those in plurals and selects. */
export function placeholdersOf(message: CompiledMessage): Placeholders {
  const found: Placeholders = { values: new Set(), tags: new Set() };
  if (Array.isArray(message)) visitAll(message, found);
  return found;
}

/** Returns placeholders as editors write them: `{name}`, `<b>`. */
export const asWritten = ({ values, tags }: Placeholders): string[] =>
  [...[...values].map((name) => `{${name}}`), ...[...tags].map((name) => `<${name}>`)].sort();

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

/** Formats a message with one value for all placeholders. Tags keep their content. Throws if the formatter does. */
export function formatWith(message: CompiledMessage, locale: string, value: string | number): unknown {
  const { values, tags } = placeholdersOf(message);
  const given: FormatValues<unknown> = Object.fromEntries([...values].map((name) => [name, value]));
  for (const name of tags) given[name] = (chunks) => chunks;
  return format(message, locale, given, { formatters });
}

/** Formats a message twice, with text and with a number for every placeholder. Throws if the formatter does. */
function tryFormat(message: CompiledMessage, locale: string): void {
  for (const sample of ['text', 1]) formatWith(message, locale, sample);
}

/** Messages as compiled by the build, nested by key. */
export type Wording = { [key: string]: CompiledMessage | Wording };

/** Problem with a draft message, or with a whole file if `key` is empty. */
export type DraftProblem = { key: string } & (
  | { kind: 'unreadable' | 'notJson' | 'unknownKey' | 'notText' | 'notGroup' | 'empty' | 'invalid' }
  | { kind: 'placeholders'; expected: string[] }
);

export type Overlay = { messages: Wording; problems: DraftProblem[] };

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

/** Compiles the draft of one message. Returns the compiled message, or the problem with the draft. */
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
 * Applies drafts to the published messages. `drafts` is parsed JSON with the same structure, any part of which may be
 * missing. Drafts are compiled as in the build. A draft is skipped and reported as a problem if its key is unknown, its
 * ICU MessageFormat is invalid, or its placeholders or tags differ from those of the published message.
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
