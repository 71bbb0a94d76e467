import type { Address } from 'viem';
import type { DescriptorFile, DisplayFormat, FieldFormat, FieldItem } from './descriptor-file';
import { FieldReader, type FieldValue } from './field-value';
import { type Match, type Scope, valuesAt } from './path';
import { atom, isSame, type TypedValue } from './typed-value';

/** The transaction or signed message around the data (`@`). `to` is the called or verifying contract, and `value` is in wei. */
export type Container = { from: Address; to: Address; value: bigint; chainId: number };

export type DisplayedField = {
  /** Key of the label in this product's messages. Only its own descriptors have one. */
  id: string | null;
  label: string;
  path: string | null;
  value: FieldValue;
};

/** What a descriptor says about a call or message. */
export type Display = {
  fields: readonly DisplayedField[];
  /** The intent with values in it, as texts and the fields between them. Null if there is none, or a value is missing. */
  sentence: readonly (string | readonly DisplayedField[])[] | null;
  /** Paths that the descriptor leaves out on purpose. */
  hidden: readonly string[];
};

/** Most fields that are shown, and deepest nesting of groups. */
const MAX_FIELDS = 120;
const MAX_DEPTH = 4;

/** A field that can't be shown means that the descriptor doesn't fit the data. */
class Mismatch extends Error {}

/** Lists have their elements shown one by one. */
const spread = ({ value, indices }: Match): readonly Match[] =>
  value.kind === 'list'
    ? value.items.flatMap((item) => spread({ value: item, indices }))
    : [{ value, indices }];

function matchesOf({ path, value }: FieldFormat, scope: Scope): readonly Match[] {
  if (path === undefined) {
    if (typeof value === 'string' && value.startsWith('$.')) return valuesAt(value, scope) ?? mismatch();
    return [{ value: atom('constant', value ?? ''), indices: [] }];
  }
  const matches = (valuesAt(path, scope) ?? mismatch()).flatMap(spread);
  return matches.length > MAX_FIELDS ? mismatch() : matches;
}

const mismatch = (): never => {
  throw new Mismatch();
};

/** Returns whether a value is shown. @throws Mismatch if it isn't what it must be. */
function isShown({ visible = 'optional' }: FieldFormat, value: TypedValue): boolean {
  if (typeof visible === 'string') return visible !== 'never';
  const isIn = (list: readonly (string | number | boolean | null)[]) =>
    list.some((entry) => isSame(value, entry));
  if (visible.mustBe) return isIn(visible.mustBe) ? false : mismatch();
  return !(visible.ifNotIn && isIn(visible.ifNotIn));
}

type Rows = { fields: readonly DisplayedField[]; hidden: readonly string[] };

const fieldRows = (field: FieldFormat, scope: Scope): Rows => {
  const { $id = null, label = '', path = null, visible } = field;
  const isHidden = visible === 'never' || (typeof visible === 'object' && visible.mustBe !== undefined);
  // A shared description can hide fields that this message doesn't have.
  if (visible === 'never') return { fields: [], hidden: path === null ? [] : [path] };
  const fields = matchesOf(field, scope)
    .filter(({ value }) => isShown(field, value))
    .map((match) => ({ id: $id, label, path, value: new FieldReader(field, match, scope).read() }));
  return { fields, hidden: isHidden && path !== null ? [path] : [] };
};

/** Puts the first of each list first, then the second, and so on. @throws Mismatch if their lengths differ. */
function bundled(parts: readonly Rows[]): readonly DisplayedField[] {
  const length = parts[0]?.fields.length ?? 0;
  if (parts.some(({ fields }) => fields.length !== length)) mismatch();
  return Array.from({ length }, (_, index) =>
    parts.map(({ fields }) => fields[index] as DisplayedField),
  ).flat();
}

function rowsOf(item: FieldItem, scope: Scope, depth: number): Rows {
  if (!('fields' in item)) return fieldRows(item, scope);
  if (depth === MAX_DEPTH) mismatch();
  const { path, iteration, fields } = item;
  const places =
    path === undefined ? [scope.at] : (valuesAt(path, scope) ?? mismatch()).map(({ value }) => value);
  const all = places.map((at) => {
    const parts = fields.map((part) => rowsOf(part, { ...scope, at }, depth + 1));
    const hidden = parts.flatMap((part) => part.hidden);
    return {
      fields: iteration === 'bundled' ? bundled(parts) : parts.flatMap((part) => part.fields),
      hidden,
    };
  });
  return {
    fields: all.flatMap((part) => part.fields),
    hidden: [...new Set(all.flatMap((part) => part.hidden).map((one) => (path ? `${path}.${one}` : one)))],
  };
}

/** Returns the fields of `interpolatedIntent` between its texts. Null if one isn't among the shown ones, or can't be converted. */
function sentenceOf(
  { interpolatedIntent }: DisplayFormat,
  fields: readonly DisplayedField[],
): Display['sentence'] {
  if (interpolatedIntent === undefined) return null;
  // Doubled braces stand for themselves.
  const parts = interpolatedIntent.split(/(\{\{|\}\}|\{[^{}]*\})/).map((part) => {
    if (part === '{{' || part === '}}') return part.slice(1);
    if (!part.startsWith('{')) return part;
    const path = part.slice(1, -1).replace(/^#\./, '');
    return fields.filter((field) => field.path?.replace(/^#\./, '') === path);
  });
  const isKnown = (part: string | readonly DisplayedField[]) =>
    typeof part === 'string' || (part.length > 0 && part.every(({ value }) => value.kind !== 'unconverted'));
  return parts.every(isKnown) ? parts : null;
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
  try {
    const rows = format.fields.map((item) => rowsOf(item, { data, at: data, container, file }, 0));
    const fields = rows.flatMap((part) => part.fields);
    if (fields.length > MAX_FIELDS) return null;
    return { fields, sentence: sentenceOf(format, fields), hidden: rows.flatMap(({ hidden }) => hidden) };
  } catch (error) {
    if (error instanceof Mismatch) return null;
    throw error;
  }
}
