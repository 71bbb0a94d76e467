import 'server-only';
import { ApiError } from './api-error';

/** Levels of objects and lists in what a client sends; none of our calls has more than three. */
const DEPTH_LIMIT = 8;

/** Text that a database keeps as it is: PostgreSQL takes no NUL, and half a surrogate pair is no character. */
const isText = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

function isSound(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([name, inner]) => isText(name) && isSound(inner, depth - 1));
}

/** Throws ApiError 400 where texts within `value` cannot be kept as they are, or where it is nested too deep. */
export function checkContent(value: unknown): void {
  if (!isSound(value, DEPTH_LIMIT)) throw new ApiError(400, 'malformedBody');
}
