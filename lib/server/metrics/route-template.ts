/** Route parameters as Next passes them. */
export type Params = Record<string, string | string[] | undefined>;

/** What a label says where the template cannot be told: never the path, of which there are without end. */
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
 * The path of a route with `{name}` for each parameter and `*` for the rest that a catch-all takes.
 * Next gives a route without parameters none at all.
 */
export function routeTemplate(pathname: string, params: Params | undefined): string {
  const segments = pathname.split('/');
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value === undefined) continue;
    if (Array.isArray(value)) {
      segments.splice(Math.max(segments.length - value.length, 0), value.length, '*');
      continue;
    }
    // A parameter stands behind the fixed part that may read the same.
    const at = segments.findLastIndex((segment) => segment === value || decode(segment) === value);
    if (at === -1) return UNKNOWN;
    segments[at] = `{${name}}`;
  }
  return segments.join('/');
}
