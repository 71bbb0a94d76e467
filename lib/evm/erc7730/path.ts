import { type Hex, size, slice } from 'viem';
import { atom, bytesOf, type TypedValue } from './typed-value';

type Step = { name: string } | { index: number } | { from: number; to: number | null };

/** Where a path looks: the whole data (`#`), the struct around the field (no root), the container (`@`), and the file (`$`). */
export type Scope = {
  data: TypedValue;
  at: TypedValue;
  container: TypedValue;
  file: unknown;
  /** Values of the data that are shown so far, whole or in part, or that say which token an amount is in. */
  shown: Set<TypedValue>;
  /** Number of values that may still be looked at. Groups in groups multiply them. */
  left: { values: number };
};

/**
 * A value at a path, and which elements of the lists on the way it belongs to. `source` is the value of the data that it is, or a
 * slice of.
 */
export type Match = { value: TypedValue; source: TypedValue; indices: readonly number[] };

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

function sliced(value: TypedValue, step: { from: number; to: number | null }): TypedValue | null {
  const bytes = bytesOf(value);
  const range = bytes === null ? null : rangeOf(step, size(bytes));
  return range === null ? null : atom('bytes', slice(bytes as Hex, ...range));
}

function next({ value, indices }: Match, step: Step): readonly Match[] | null {
  if ('name' in step) {
    const field = value.kind === 'struct' ? value.fields.get(step.name) : undefined;
    return field ? [{ value: field, source: field, indices }] : null;
  }
  if (value.kind !== 'list') {
    const part = 'index' in step ? null : sliced(value, step);
    return part && [{ value: part, source: value, indices }];
  }
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
 * Returns the one value that a parameter of a field refers to. If the path goes through the same lists as the field, it is
 * that of the field's own elements. Returns null if there isn't exactly one.
 */
export function valueFor({ indices }: Pick<Match, 'indices'>, path: string, scope: Scope): TypedValue | null {
  const matches = valuesAt(path, scope);
  if (!matches) return null;
  const own = matches.filter((match) => match.indices.every((at, depth) => at === indices[depth]));
  const [only] = own;
  if (!only || own.length > 1) return null;
  scope.shown.add(only.source);
  return only.value;
}
