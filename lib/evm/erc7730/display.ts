import type { Address } from 'viem';
import type { DescriptorFile, DisplayFormat, FieldFormat, FieldGroup, FieldItem } from './descriptor-file';
import { FieldReader, type FieldValue } from './field-value';
import { isShownWhole, type Match, markShown, type Scope, valuesAt } from './path';
import { atom, isSame, type TypedValue } from './typed-value';

/** The transaction or signed message around the data (`@`). `to` is the called or verifying contract, and `value` is in wei. */
export type Container = { from: Address; to: Address; value: bigint; chainId: number };

export type DisplayedField = {
  /** Key of the label in this product's messages. Only its own descriptors have one. */
  id: string | null;
  label: string;
  /** From the whole data on, without `#`. Null for a constant and for the heading of a group. */
  path: string | null;
  value: FieldValue;
};

/** What a descriptor says about a call or message. */
export type Display = {
  fields: readonly DisplayedField[];
  /** The intent with values in it, as texts and the fields between them. Null if there is none, or a value is missing. */
  sentence: readonly (string | readonly DisplayedField[])[] | null;
  /** Paths of the data that no field shows, or only in part. */
  hidden: readonly string[];
};

/** Most fields that are shown, most values that are looked at for them, and deepest nesting of groups. */
const MAX_FIELDS = 120;
const MAX_VALUES = 4_000;
const MAX_DEPTH = 4;

/** A field that can't be shown means that the descriptor doesn't fit the data. */
class Mismatch extends Error {}

const mismatch = (): never => {
  throw new Mismatch();
};

/** Returns the elements of a list one by one, or the value itself. */
const spread = (match: Match): readonly Match[] =>
  match.value.kind === 'list'
    ? match.value.items.flatMap((item) => spread({ ...match, value: item, source: item }))
    : [match];

function matchesOf({ path, value }: FieldFormat, scope: Scope): readonly Match[] {
  if (path === undefined) {
    if (typeof value === 'string' && value.startsWith('$.')) return valuesAt(value, scope) ?? mismatch();
    const constant = atom('constant', value ?? '');
    return [{ value: constant, source: constant, indices: [] }];
  }
  const matches = (valuesAt(path, scope) ?? mismatch()).flatMap(spread);
  return matches.length > MAX_FIELDS ? mismatch() : matches;
}

/** Returns whether a value is shown. @throws Mismatch if it isn't what it must be. */
function isShown({ visible = 'optional' }: FieldFormat, value: TypedValue): boolean {
  if (typeof visible === 'string') return visible !== 'never';
  const isIn = (list: readonly (string | number | boolean | null)[]) =>
    list.some((entry) => isSame(value, entry));
  if (visible.mustBe) return isIn(visible.mustBe) ? false : mismatch();
  return !(visible.ifNotIn && isIn(visible.ifNotIn));
}

/** Returns a path from the whole data on. `around` is the path of the group, or empty. */
const fullPath = (path: string, around: string): string =>
  path.startsWith('#.') ? path.slice(2) : /^[@$]/.test(path) || around === '' ? path : `${around}.${path}`;

/** Shown fields, or null for each value that isn't shown. */
type Rows = readonly (DisplayedField | null)[];

/** `around` is the path of the group around the fields, or empty. */
type Place = { scope: Scope; around: string; depth: number };

function fieldRows(field: FieldFormat, { scope, around }: Place): Rows {
  const { $id = null, label = '', path, visible } = field;
  // A shared description can hide fields that this message doesn't have.
  if (visible === 'never') return [];
  return matchesOf(field, scope).map((match) => {
    if (!isShown(field, match.value)) return null;
    markShown(match, scope);
    const shownPath = path === undefined ? null : fullPath(path, around);
    return { id: $id, label, path: shownPath, value: new FieldReader(field, match, scope).read() };
  });
}

/** Puts the first of each list first, then the second, and so on. @throws Mismatch if their lengths differ. */
function bundled(parts: readonly Rows[]): Rows {
  const length = parts[0]?.length ?? 0;
  if (parts.some((rows) => rows.length !== length)) mismatch();
  return Array.from({ length }, (_, index) => parts.map((rows) => rows[index] ?? null)).flat();
}

const isHidden = (item: FieldItem) => 'visible' in item && item.visible === 'never';

function groupRows({ path, label, iteration, fields }: FieldGroup, { scope, around, depth }: Place): Rows {
  if (depth === MAX_DEPTH) return mismatch();
  const places =
    path === undefined ? [scope.at] : (valuesAt(path, scope) ?? mismatch()).map(({ value }) => value);
  const own = path === undefined ? around : fullPath(path, around);
  const heading =
    label === undefined ? [] : [{ id: null, label, path: null, value: { kind: 'heading' } as const }];
  return places.flatMap((at) => {
    const place = { scope: { ...scope, at }, around: own, depth: depth + 1 };
    const parts = fields.filter((item) => !isHidden(item)).map((item) => rowsOf(item, place));
    return [...heading, ...(iteration === 'bundled' ? bundled(parts) : parts.flat())];
  });
}

function rowsOf(item: FieldItem, place: Place): Rows {
  // Also constants and hidden fields count, because groups in lists multiply them.
  place.scope.left.values -= 1;
  if (place.scope.left.values < 0) return mismatch();
  return 'fields' in item ? groupRows(item, place) : fieldRows(item, place);
}

/** Returns the fields of `interpolatedIntent` between its texts. Null if one isn't among the shown ones, or can't be converted. */
function sentenceOf(
  { interpolatedIntent }: DisplayFormat,
  fields: readonly DisplayedField[],
): Display['sentence'] {
  if (interpolatedIntent === undefined) return null;
  // A doubled brace is a literal brace.
  const parts = interpolatedIntent.split(/(\{\{|\}\}|\{[^{}]*\})/).map((part) => {
    if (part === '{{' || part === '}}') return part.slice(1);
    if (!part.startsWith('{')) return part;
    const path = fullPath(part.slice(1, -1), '');
    return fields.filter((field) => field.path === path);
  });
  const isKnown = (part: string | readonly DisplayedField[]) =>
    typeof part === 'string' || (part.length > 0 && part.every(({ value }) => value.kind !== 'unconverted'));
  return parts.every(isKnown) ? parts : null;
}

/** Yields the paths of the values that aren't shown, or only in part. Those of a list's elements are the same. */
function* unshown(typed: TypedValue, path: string, scope: Scope): Generator<string> {
  if (typed.kind === 'list') for (const item of typed.items) yield* unshown(item, `${path}.[]`, scope);
  else if (typed.kind === 'struct')
    for (const [name, field] of typed.fields)
      yield* unshown(field, path === '' ? name : `${path}.${name}`, scope);
  else if (!isShownWhole(typed, scope)) yield path;
}

/**
 * Returns what a format shows of a call's arguments or a message. Returns null if the descriptor doesn't fit: a path is
 * missing, a value isn't what it must be, or there is too much to read.
 */
export function display(
  format: DisplayFormat,
  data: TypedValue,
  { from, to, value, chainId }: Container,
  file: Pick<DescriptorFile, 'metadata'>,
): Display | null {
  const container: TypedValue = {
    kind: 'struct',
    fields: new Map([
      ['from', atom('address', from)],
      ['to', atom('address', to)],
      ['value', atom('uint256', value)],
      ['chainId', atom('uint256', BigInt(chainId))],
    ]),
  };
  const left = { values: MAX_VALUES };
  const scope: Scope = { data, at: data, container, file, shown: new Map(), left };
  try {
    const rows = format.fields.flatMap((item) => rowsOf(item, { scope, around: '', depth: 0 }));
    const fields = rows.filter((row) => row !== null);
    if (fields.length > MAX_FIELDS) return null;
    return { fields, sentence: sentenceOf(format, fields), hidden: [...new Set(unshown(data, '', scope))] };
  } catch (error) {
    if (error instanceof Mismatch) return null;
    throw error;
  }
}
