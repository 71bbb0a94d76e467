import type { PolicySettings } from '@/lib/http/content-policy';

/** The environment for a child process: this one's with `overrides`; `undefined` takes a variable away. */
export const childEnv = (overrides: Record<string, string | undefined>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...overrides,
});

/** Every variable that Next writes into a build: a change of one makes the build stale. */
export const buildFlags = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('NEXT_PUBLIC_')));

/** The operator's website file, relative to the project's folder. A build reads it without any other setting. */
export const websiteFilePath = () => process.env.WEBSITE_FILE || 'config/website.json';

/** Whether npm is the parent process. */
export const startedByNpm = () => process.env.npm_lifecycle_event !== undefined;

/** What leaves SIGTERM and SIGINT to us: Next's own handlers have no deadline, keep connections alive and exit with 143. */
export const OWN_SIGNALS = { NEXT_MANUAL_SIG_HANDLE: '1' } as const;

/** Returns whether this process was started with OWN_SIGNALS. */
export const ownsSignals = () => Boolean(process.env.NEXT_MANUAL_SIG_HANDLE);

/** Node's options for a child process that loads `file` (an address) before anything else. */
export const preloadOptions = (file: string) =>
  [process.env.NODE_OPTIONS, `--import=${file}`].filter(Boolean).join(' ');

/**
 * What the launcher tells a site about its pages' Content-Security-Policy, for those that are rendered for one request.
 * Null in development, where pages have none.
 */
export const policySettings = (): PolicySettings | null =>
  process.env.PAGE_POLICY ? JSON.parse(process.env.PAGE_POLICY) : null;
