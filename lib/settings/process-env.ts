import type { PolicySettings } from '@/lib/http/content-policy';

/** Returns the environment of a child process: this one's with `overrides`; `undefined` removes a variable. */
export const childEnv = (overrides: Record<string, string | undefined>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...overrides,
});

/** Variables that Next writes into a build; changing one makes the build stale. */
export const buildFlags = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('NEXT_PUBLIC_')));

/** Returns the operator's website file, relative to the project's folder. Builds read it without other settings. */
export const websiteFilePath = () => process.env.WEBSITE_FILE || 'config/website.json';

/** Whether npm is the parent process. */
export const startedByNpm = () => process.env.npm_lifecycle_event !== undefined;

/** Disables Next's handlers of SIGTERM and SIGINT, which have no deadline, keep connections open and exit with 143. */
export const OWN_SIGNALS = { NEXT_MANUAL_SIG_HANDLE: '1' } as const;

/** Returns whether this process was started with OWN_SIGNALS. */
export const ownsSignals = () => Boolean(process.env.NEXT_MANUAL_SIG_HANDLE);

/** Returns Node options for a child process that preloads `file` (a URL). */
export const preloadOptions = (file: string) =>
  [process.env.NODE_OPTIONS, `--import=${file}`].filter(Boolean).join(' ');

/** On globalThis, because Next loads this module separately. */
const BOOTED = Symbol.for('tidewell.booted');
const shared = globalThis as typeof globalThis & { [BOOTED]?: () => void };

/**
 * Marks this process as one that sends a build's files itself (scripts/launcher/serve). Returns a promise that resolves
 * once the boot has finished, which Next starts but does not wait for.
 */
export const serveFiles = (): Promise<void> =>
  new Promise((resolve) => {
    shared[BOOTED] = resolve;
  });
/** Returns whether this process sends a build's files itself. */
export const servesFiles = () => shared[BOOTED] !== undefined;
export const markBooted = () => shared[BOOTED]?.();

/** Returns the build's folder, relative to the project's. */
export const buildFolder = () => process.env.NEXT_DIST_DIR || '.next';

/**
 * Values that the launcher passes to a site for the Content-Security-Policy of pages rendered per request. Null in
 * development, where pages have none.
 */
export const policySettings = (): PolicySettings | null =>
  process.env.PAGE_POLICY ? JSON.parse(process.env.PAGE_POLICY) : null;

/** Sets what `policySettings` returns in a production server that no launcher started. */
export function providePolicySettings(settings: PolicySettings): void {
  if (process.env.NODE_ENV === 'production') process.env.PAGE_POLICY ??= JSON.stringify(settings);
}
