import { type Hex, hexToBytes, size, slice } from 'viem';
import { atom, bytesOf, type TypedValue } from './typed-value';

/** First and last byte (exclusive) of a value. */
type Range = readonly [from: number, to: number];

type Step = { name: string } | { index: number } | { from: number; to: number | null };

/** Where a path looks: the whole data (`#`), the struct around the field (no root), the container (`@`), and the file (`$`). */
export type Scope = {
  data: TypedValue;
  at: TypedValue;
  container: TypedValue;
  file: unknown;
  /** Bytes of the data that are shown so far, or that say which token an amount is in. */
  shown: Map<TypedValue, readonly Range[]>;
  /** Number of values that may still be looked at. Groups in groups multiply them. */
  left: { values: number };
};

/**
 * A value at a path, and which elements of the lists on the way it belongs to. `source` is the value of the data that it is, or of which
 * it is the slice at `range`.
 */
export type Match = { value: TypedValue; source: TypedValue; range?: Range; indices: readonly number[] };

/** Longest path. Descriptors of real contracts have at most five steps. */
const MAX_STEPS = 16;
/** Most values that a path may have. Nobody reads more fields. */
const MAX_MATCHES = 64;

function stepOf(text: string): Step | null {
  const [, from, , to] = /^\[(-?\d{1,6})?(:)?(-?\d{1,6})?\]$/.exec(text) ?? [];
  if (!text.startsWith('[')) return /^[\w$]+$/.test(text) ? { name: text } : null;
  if (!/^\[(-?\d{1,6})?(:(-?\d{1,6})?)?\]$/.test(text)) return null;
  if (from !== undefined && !text.includes(':')) return { index: Number(from) };
  return { from: Number(from ?? 0), to: to === undefined ? null : Number(to) };
}

/** Parses a path. Returns its root (`''` if it is relative) and steps, or null if it is malformed. */
function parsePath(path: string): { root: '' | '#' | '$' | '@'; steps: readonly Step[] } | null {
  const [first = '', ...others] = path.split('.');
  const isRoot = first === '#' || first === '$' || first === '@';
  const steps = (isRoot ? others : [first, ...others]).map(stepOf);
  if (steps.length > MAX_STEPS || steps.includes(null)) return null;
  return { root: isRoot ? first : '', steps: steps as Step[] };
}

/** Returns the positions of a slice in a sequence, both not negative. Null if there are none. */
function rangeOf({ from, to }: { from: number; to: number | null }, length: number): [number, number] | null {
  const place = (at: number) => (at < 0 ? length + at : at);
  const [start, end] = [place(from), to === null ? length : place(to)];
  return start >= 0 && end <= length && start < end ? [start, end] : null;
}

function sliced(
  { value, indices }: Match,
  step: { from: number; to: number | null },
): readonly Match[] | null {
  const bytes = bytesOf(value);
  const range = bytes === null ? null : rangeOf(step, size(bytes));
  return range && [{ value: atom('bytes', slice(bytes as Hex, ...range)), source: value, range, indices }];
}

function next(match: Match, step: Step): readonly Match[] | null {
  const { value, indices } = match;
  if ('name' in step) {
    const field = value.kind === 'struct' ? value.fields.get(step.name) : undefined;
    return field ? [{ value: field, source: field, indices }] : null;
  }
  if (value.kind !== 'list') return 'index' in step ? null : sliced(match, step);
  const { items } = value;
  if ('index' in step) {
    const item = items.at(step.index);
    return item ? [{ value: item, source: item, indices }] : null;
  }
  // An empty list has no values, and isn't an error.
  const range = items.length === 0 ? [0, 0] : rangeOf(step, items.length);
  return (
    range &&
    items
      .slice(...range)
      .map((item, offset) => ({ value: item, source: item, indices: [...indices, (range[0] ?? 0) + offset] }))
  );
}

/** Returns a constant of the descriptor at a path. */
function constantAt(steps: readonly Step[], file: unknown): unknown {
  return steps.reduce<unknown>((at, step) => {
    if (!('name' in step) || typeof at !== 'object' || at === null) return undefined;
    return Object.hasOwn(at, step.name) ? (at as Record<string, unknown>)[step.name] : undefined;
  }, file);
}

/** Returns what a path that starts with `$` refers to in the descriptor, or undefined. */
export function inFile(path: string, file: unknown): unknown {
  const parsed = parsePath(path);
  return parsed?.root === '$' ? constantAt(parsed.steps, file) : undefined;
}

/** Returns all values at a path, or null if one is missing, the path is malformed, or there are too many. */
export function valuesAt(path: string, scope: Scope): readonly Match[] | null {
  const parsed = parsePath(path);
  if (!parsed) return null;
  const { root, steps } = parsed;
  if (root === '$') {
    const constant = constantAt(steps, scope.file);
    const isAtom = ['string', 'number', 'boolean'].includes(typeof constant);
    if (!isAtom) return null;
    const value = atom('constant', constant);
    return [{ value, source: value, indices: [] }];
  }
  const start = root === '@' ? scope.container : root === '#' ? scope.data : scope.at;
  let matches: readonly Match[] = [{ value: start, source: start, indices: [] }];
  for (const step of steps) {
    const found = matches.map((match) => next(match, step));
    if (found.includes(null)) return null;
    matches = found.flatMap((part) => part ?? []);
    scope.left.values -= matches.length + 1;
    if (matches.length > MAX_MATCHES || scope.left.values < 0) return null;
  }
  return matches;
}

/**
 * Returns the one match that a parameter of a field refers to. If the path goes through the same lists as the field, it is
 * that of the field's own elements. Returns null if there isn't exactly one.
 */
export function matchFor({ indices }: Pick<Match, 'indices'>, path: string, scope: Scope): Match | null {
  const matches = valuesAt(path, scope);
  if (!matches) return null;
  const own = matches.filter((match) => match.indices.every((at, depth) => at === indices[depth]));
  return own.length === 1 ? (own[0] ?? null) : null;
}

/** Notes that a value is shown. Lists and structs have no text, so they aren't. */
export function markShown({ value, source, range }: Match, { shown }: Scope): void {
  if (value.kind === 'atom') shown.set(source, [...(shown.get(source) ?? []), range ?? [0, Infinity]]);
}

/** Returns whether a value is shown as a whole. Bytes that slices leave out say nothing if they are zero. */
export function isShownWhole(typed: TypedValue, { shown }: Scope): boolean {
  const ranges = shown.get(typed) ?? [];
  const bytes = ranges.length === 0 ? null : bytesOf(typed);
  if (bytes === null) return ranges.length > 0;
  return [...hexToBytes(bytes)].every(
    (byte, at) => byte === 0 || ranges.some(([from, to]) => from <= at && at < to),
  );
}
