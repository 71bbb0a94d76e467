import qs from 'qs';
import { z } from 'zod';
import { ApiError, invalidParameter, missingParameter, unknownParameter } from './errors';

/**
 * Returns the object of a form-encoded body or query with brackets, such as `expand[0]=card`.
 *
 * @throws {ApiError} if it is too deep, or has too many parameters.
 */
export function decodeForm(encoded: string): unknown {
  try {
    return qs.parse(encoded, {
      depth: 8,
      strictDepth: true,
      arrayLimit: 1000,
      parameterLimit: 1000,
      throwOnLimitExceeded: true,
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ApiError(400, { type: 'invalid_request_error', message: error.message }, true);
  }
}

/** An integer in decimal digits, at least `min`. */
export const integer = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^-?\d{1,16}$/, 'Invalid integer')
    .transform(Number)
    .pipe(z.number().min(min).max(max));

export const bool = z.enum(['true', 'false']).transform((text) => text === 'true');
export const text = (max = 5000) => z.string().min(1).max(max);
/** Text, or the empty string, with which Stripe unsets a field. */
export const emptyableText = (max = 5000) =>
  z
    .string()
    .max(max)
    .transform((value) => value || null);
/** Stripe's value for "unset this". */
export const unset = z.literal('').transform(() => null);
export const currency = z.string().regex(/^[a-z]{3}$/, 'Invalid currency');
export const country = z.string().regex(/^[A-Z]{2}$/, 'Country codes have two capital letters');
export const expand = z.array(text(200)).max(20).optional();
export const address = z.strictObject({
  line1: text(),
  line2: emptyableText().optional(),
  city: text(),
  state: text().optional(),
  postal_code: text(),
  country,
});
export const metadata = z.union([unset, z.record(z.string().max(40), z.string().max(500))]).optional();

/** Parameters that only select the answer. */
export const onlyExpand = z.strictObject({ expand });

const at = (value: unknown, keys: readonly PropertyKey[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner ? Reflect.get(inner, key) : undefined),
    value,
  );

const paramName = ([first, ...rest]: readonly PropertyKey[]) =>
  `${String(first ?? '')}${rest.map((key) => `[${String(key)}]`).join('')}`;

/**
 * Returns the checked parameters of a request.
 *
 * @throws {ApiError} as Stripe's for the first unknown, missing, or invalid parameter.
 */
export function readForm<Schema extends z.ZodType>(schema: Schema, form: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(form);
  if (success) return data;
  const [issue] = error.issues;
  if (!issue) throw new ApiError(400, { type: 'invalid_request_error', message: 'Invalid request' }, true);
  if (issue.code === 'unrecognized_keys')
    throw unknownParameter(paramName([...issue.path, issue.keys[0] ?? '']));
  const param = paramName(issue.path);
  const value = at(form, issue.path);
  if (value === undefined) throw missingParameter(param);
  if (issue.message === 'Invalid integer')
    throw invalidParameter(param, `Invalid integer: ${String(value)}`, 'parameter_invalid_integer');
  if (value === '')
    throw invalidParameter(
      param,
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      'parameter_invalid_empty',
    );
  throw invalidParameter(param, `Invalid ${param}: ${issue.message}`);
}

/** Returns metadata after an update: new keys are added, and empty values remove theirs. */
export function mergeMetadata(
  before: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === undefined) return before;
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''));
}
