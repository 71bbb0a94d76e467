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

/** Returns whether the bundled API answers a path. */
export const isOfApi = (path: string): boolean => PLAIN.test(path) && !OF_NEXT.test(path);
