/** Route parameters, in the format that Next passes. */
export type Params = Record<string, string | string[] | undefined>;

/** Label for an unknown template. The path itself isn't used, because it could have any number of values. */
const UNKNOWN = 'unknown';

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A segment with invalid escapes can't match a route parameter.
    return null;
  }
}

/**
 * Returns a route's path with `{name}` in place of each parameter, and `*` in place of the rest of a catch-all. Next
 * passes no params to a route without parameters.
 */
export function routeTemplate(pathname: string, params: Params | undefined): string {
  const entries = Object.entries(params ?? {});
  if (entries.length === 0) return pathname;
  const segments = pathname.split('/');
  for (const [name, value] of entries) {
    if (value === undefined) continue;
    if (Array.isArray(value)) {
      segments.splice(Math.max(segments.length - value.length, 0), value.length, '*');
      continue;
    }
    // Searches from the end, because a fixed segment before the parameter may have the same text.
    const at = segments.findLastIndex((segment) => segment === value || decode(segment) === value);
    if (at === -1) return UNKNOWN;
    segments[at] = `{${name}}`;
  }
  return segments.join('/');
}
