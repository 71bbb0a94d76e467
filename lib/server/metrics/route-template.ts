/** Route parameters as Next passes them. */
export type Params = Record<string, string | string[] | undefined>;

/** Label if the template is unknown: never the path, which has unlimited values. */
const UNKNOWN = 'unknown';

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Invalid escapes can't match a route parameter.
    return null;
  }
}

/**
 * Returns a route's path with `{name}` for each parameter and `*` for the
 * rest of a catch-all. Next passes no params to a route without parameters.
 */
export function routeTemplate(pathname: string, params: Params | undefined): string {
  const segments = pathname.split('/');
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value === undefined) continue;
    if (Array.isArray(value)) {
      segments.splice(Math.max(segments.length - value.length, 0), value.length, '*');
      continue;
    }
    // Searched from the end: a fixed part before the parameter may have the same text.
    const at = segments.findLastIndex((segment) => segment === value || decode(segment) === value);
    if (at === -1) return UNKNOWN;
    segments[at] = `{${name}}`;
  }
  return segments.join('/');
}
