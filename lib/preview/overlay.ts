import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { asWritten, placeholdersOf, tryFormat } from './placeholders';

/** Messages as the build compiles them: texts in groups. */
export type Wording = { [key: string]: CompiledMessage | Wording };

/** Why a draft text, or a whole file of them (an empty key), is not shown. */
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

/** The compiled draft of one text, or what is wrong with it. */
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
 * Published wording with drafts laid over it. Drafts (parsed JSON of the same nesting, any part of it) are compiled as
 * the build compiles messages. A draft that is no text of the site, is not valid ICU MessageFormat, or asks for other
 * placeholders or tags than the published text, leaves that text as it is and is named among the problems.
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
