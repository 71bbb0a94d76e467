import { z } from 'zod';
import { invalidParameter, noSuchObject } from './errors';
import { expand, integer, text } from './form';

/** A time in seconds, or a range of times. */
const created = z
  .union([
    integer(0),
    z.strictObject({
      gt: integer(0).optional(),
      gte: integer(0).optional(),
      lt: integer(0).optional(),
      lte: integer(0).optional(),
    }),
  ])
  .optional();

/** Parameters that every list has. */
export const listFields = {
  created,
  ending_before: text().optional(),
  expand,
  limit: integer(1, 100).optional(),
  starting_after: text().optional(),
};

type ListParams = z.output<z.ZodObject<typeof listFields>>;

function isWithin(seconds: number, range: ListParams['created']): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return seconds === range;
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range;
  return seconds > gt && seconds >= gte && seconds < lt && seconds <= lte;
}

/** Returns whether an object has the values that a list was asked for. `undefined` matches all. */
export const matches = <Item extends object>(item: Item, wanted: Partial<Record<keyof Item, unknown>>) =>
  Object.entries(wanted).every(([key, value]) => value === undefined || Reflect.get(item, key) === value);

interface Listed {
  id: string;
  created: number;
}

/**
 * Returns a page of `items`, which are newest first.
 *
 * @throws {ApiError} if a cursor is unknown, or both are set.
 */
export function listPage<Item extends Listed>(
  items: readonly Item[],
  { kind, url, params }: { kind: string; url: string; params: ListParams },
) {
  const { starting_after: after, ending_before: before, limit = 10 } = params;
  if (after !== undefined && before !== undefined)
    throw invalidParameter(
      'ending_before',
      'You cannot parameterize both `starting_after` and `ending_before`.',
    );
  const listed = items.filter(({ created: time }) => isWithin(time, params.created));
  const indexOf = (id: string, param: string) => {
    const index = listed.findIndex((item) => item.id === id);
    if (index === -1) throw noSuchObject(kind, id, param);
    return index;
  };
  const list = (data: Item[], has_more: boolean) => ({ object: 'list' as const, data, has_more, url });
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return list(listed.slice(start, end), start > 0);
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  return list(listed.slice(start, start + limit), listed.length > start + limit);
}
