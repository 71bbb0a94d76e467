import type { PolicySettings } from '@/lib/http/content-policy';

/** How long open requests may keep running while the server shuts down. */
export const STOP_DEADLINE_MS = 8_000;

/** Returns this process's environment with `overrides`, for a child process. `undefined` removes a variable. */
export const childEnv = (overrides: Record<string, string | undefined>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...overrides,
});

/**
 * Empties SENDER_KEYS in this process, so that child processes don't inherit it, and returns its value. It stays set, so
 * that they don't read it from an .env file either.
 */
export function takeSenderKeys(): string | undefined {
  const keys = process.env.SENDER_KEYS;
  process.env.SENDER_KEYS = '';
  return keys || undefined;
}

/** Returns the variables that Next writes into a build. Changing one makes the build stale. */
export const buildFlags = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('NEXT_PUBLIC_')));

/**
 * Returns the path of the operator's website file in the project folder. Doesn't require the other settings, so that
 * builds can call it, too.
 */
export const websiteFilePath = () => process.env.WEBSITE_FILE || 'config/website.json';

/** Returns the path of the operator's list of DApps in the project folder. See `websiteFilePath`. */
export const dappsFilePath = () => process.env.DAPPS_FILE || 'config/dapps.json';

/** Returns whether npm started this process. */
export const startedByNpm = () => process.env.npm_lifecycle_event !== undefined;

/** Disables Next's SIGTERM and SIGINT handlers, which have no timeout, keep connections open, and exit with 143. */
export const OWN_SIGNALS = { NEXT_MANUAL_SIG_HANDLE: '1' } as const;

/** Returns whether this process was started with OWN_SIGNALS. */
export const ownsSignals = () => Boolean(process.env.NEXT_MANUAL_SIG_HANDLE);

/** Returns Node options that make a child process preload `file` (a URL). */
export const preloadOptions = (file: string) =>
  [process.env.NODE_OPTIONS, `--import=${file}`].filter(Boolean).join(' ');

/** Stored on globalThis, because the API's bundle and Next each have a copy of this module. */
const SERVES_SITE = Symbol.for('tidewell.serves-site');
const shared = globalThis as typeof globalThis & { [SERVES_SITE]?: true };

/** Marks this process as one that serves a build's files and API itself (server/serve), so that Next starts no services. */
export function serveSite(): void {
  shared[SERVES_SITE] = true;
}
/** Returns whether this process serves a build's files and API itself. */
export const servesSite = () => shared[SERVES_SITE] === true;

/** Returns the build folder, relative to the project folder. */
export const buildFolder = () => process.env.NEXT_DIST_DIR || '.next';

/**
 * Returns the values that the launcher passes to the site for the Content-Security-Policy of pages rendered per
 * request. Null in development, where pages have no such policy.
 */
export const policySettings = (): PolicySettings | null =>
  process.env.PAGE_POLICY ? JSON.parse(process.env.PAGE_POLICY) : null;

/** Returns whether pages have a Content-Security-Policy. */
export const hasPagePolicy = () => Boolean(process.env.PAGE_POLICY);

/** Returns whether this process is the Next development server. */
export const isDevelopment = () => process.env.NODE_ENV === 'development';

/** Sets the value that `policySettings` returns in a production server that the launcher didn't start. */
export function providePolicySettings(settings: PolicySettings): void {
  if (process.env.NODE_ENV === 'production') process.env.PAGE_POLICY ??= JSON.stringify(settings);
}
