/**
 * Matches the API paths that Next answers, each with all paths below it: the prerendered documentation, and previews,
 * which use Next's draft mode.
 */
const OF_NEXT = /^\/api\/(?:docs|openapi\.json|preview)(?:\/|$)/;

/**
 * Matches API paths without escapes, empty segments, or a slash at the end. Next handles all others, which clients of this API
 * don't send.
 */
const PLAIN = /^\/api(?:\/[\w.~!$&'()*+,;=:@-]+)*$/;

/**
 * Returns a path without escapes, or as it is if they are malformed. Next finds routes in the same way, and its own copies of
 * the API's routes would have limits of their own.
 */
export function decodedPath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns whether the bundled API answers a decoded path. */
export const isOfApi = (path: string): boolean => PLAIN.test(path) && !OF_NEXT.test(path);
