/** What this server answers itself whoever answers the rest: what is about it, and not about the wallet. */
const OWN_CALLS = /^\/api\/(csp-report|docs|health|metrics|openapi\.json|preview)(\/|$)/;

/** Whether a path under /api is never forwarded. */
export const isOwnCall = (pathname: string): boolean => OWN_CALLS.test(pathname);
