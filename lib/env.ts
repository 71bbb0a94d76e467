import { z } from 'zod';
import type { PolicySettings } from './content-policy';

/** A wrong setting. The message is one line that names it and never repeats its value. */
export class SettingError extends Error {
  override name = 'SettingError';
}

/** Trading platforms that prices can come from. */
export const PRICE_PLATFORMS = ['binance', 'coinbase', 'kraken', 'okx'] as const;
export type PricePlatform = (typeof PRICE_PLATFORMS)[number];

/** Central banks that currency rates can come from: of the euro area, and of Taiwan. */
export const RATE_SOURCES = ['ecb', 'cbc'] as const;
export type RateSource = (typeof RATE_SOURCES)[number];

/** Settings whose empty value is an empty list. */
const MAY_BE_EMPTY = ['PRICE_PLATFORMS', 'RATE_SOURCES'];

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

// Schemas are made inside functions: this module then has no side effects, so a bundle that needs a flag alone does not carry zod.
function settings() {
  const url = (protocol: RegExp, error: string) => z.url({ protocol, error });
  const origin = z
    .string()
    .trim()
    .refine((text) => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text), {
      error: 'must be origins like https://example.org, without a path, separated by commas',
    });
  const origins = z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(origin))
    .optional();
  const httpUrl = (fallback: string) =>
    url(/^https?$/, 'must be an http or https address')
      .transform(withoutSlash)
      .default(fallback);
  const socketUrl = (fallback: string) =>
    url(/^wss?$/, 'must be a ws or wss address')
      .transform(withoutSlash)
      .default(fallback);
  const namesOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
    z
      .string()
      .default(names.join())
      .transform((text) => (text === '' ? [] : text.split(',').map((name) => name.trim())))
      .pipe(z.array(z.enum(names, { error: `must be names out of ${names.join(', ')}` })));
  return z.object({
    DATABASE_URL: url(/^postgres(ql)?$/, 'must be a postgresql:// address').optional(),
    CHAINS_FILE: z.string().optional(),
    ORIGINS: origins,
    EMBED_ORIGINS: origins,
    PORT: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535')
      .transform(Number)
      .pipe(
        z
          .number()
          .min(1, 'must be a port number from 1 to 65535')
          .max(65_535, 'must be a port number from 1 to 65535'),
      )
      .optional(),
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
      .default('127.0.0.1'),
    DATA_DIR: z.string().default('.data'),
    NEXT_DIST_DIR: z.string().default('.next'),
    WALLETCONNECT_PROJECT_ID: z
      .string()
      .regex(/^[0-9a-f]{32}$/i, 'must be the 32 hexadecimal digits of a project id')
      .optional(),
    DRAFTS_DIR: z.string().default('drafts'),
    PREVIEW_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    CHROMIUM_PATH: z.string().optional(),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
        error: 'must be trace, debug, info, warn, error, fatal or silent',
      })
      .default('info'),
    PRICE_PLATFORMS: namesOf(PRICE_PLATFORMS),
    RATE_SOURCES: namesOf(RATE_SOURCES),
    ECB_RATES_URL: httpUrl('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
    CBC_RATES_URL: httpUrl('https://cpx.cbc.gov.tw/API/DataAPI/Get?FileName=BP01D01en'),
    BINANCE_SOCKET_URL: socketUrl('wss://data-stream.binance.vision'),
    BINANCE_REST_URL: httpUrl('https://data-api.binance.vision'),
    COINBASE_SOCKET_URL: socketUrl('wss://ws-feed.exchange.coinbase.com'),
    COINBASE_REST_URL: httpUrl('https://api.exchange.coinbase.com'),
    KRAKEN_SOCKET_URL: socketUrl('wss://ws.kraken.com/v2'),
    KRAKEN_REST_URL: httpUrl('https://api.kraken.com'),
    OKX_SOCKET_URL: socketUrl('wss://ws.okx.com:8443/ws/v5/public'),
    OKX_REST_URL: httpUrl('https://www.okx.com'),
    NEXT_PUBLIC_DEMO_WALLET: z.enum(['0', '1'], { error: 'must be 1 or unset' }).optional(),
  });
}

function parse<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  // An empty value, as `NAME=` in a .env file gives it, means unset, save where it is a list.
  const given = Object.fromEntries(
    Object.entries(process.env).filter(([name, value]) => value !== '' || MAY_BE_EMPTY.includes(name)),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? 'settings');
  throw new SettingError(
    `${name} ${given[name] === undefined ? 'is not set' : (issue?.message ?? 'is wrong')}`,
  );
}

/** The launcher's view: everything may be unset. Throws a SettingError. */
export const launcherEnv = () => parse(settings());

function parseServerEnv() {
  return parse(settings().required({ DATABASE_URL: true, CHAINS_FILE: true, ORIGINS: true }));
}

let memo: ReturnType<typeof parseServerEnv> | undefined;

/**
 * The server's view, read at the first call so that a build needs no settings.
 * `ORIGINS[0]` is the canonical origin. Throws a SettingError.
 */
export function serverEnv() {
  memo ??= parseServerEnv();
  return memo;
}

/** Origin that canonical addresses carry: `ORIGINS[0]`. A build writes it into the pages. Throws a SettingError. */
export function canonicalOrigin(): string {
  const { ORIGINS } = parse(settings().pick({ ORIGINS: true }).required());
  const [first] = ORIGINS;
  if (first === undefined) throw new SettingError('ORIGINS is not set');
  return first;
}

/** The environment for a child process: this one's with `overrides`; `undefined` takes a variable away. */
export const childEnv = (overrides: Record<string, string | undefined>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...overrides,
});

/** Every variable that Next writes into a build: a change of one makes the build stale. */
export const buildFlags = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('NEXT_PUBLIC_')));

/** Whether npm runs this script, and so stands above it until it ends. */
export const startedByNpm = () => process.env.npm_lifecycle_event !== undefined;

/** Node's options for a child process that loads `file` (an address) before anything else. */
export const preloadOptions = (file: string) =>
  [process.env.NODE_OPTIONS, `--import=${file}`].filter(Boolean).join(' ');

/** Whether this build is for the local demo. Next writes it into the build. */
export const isLocalDemo = process.env.NEXT_PUBLIC_DEMO_WALLET === '1';

/** Origins whose pages may hold this site in a frame and hear its messages. Next writes them into the build. */
export const embedOrigins = (process.env.NEXT_PUBLIC_EMBED_ORIGINS ?? '').split(',').filter(Boolean);

/**
 * What the launcher tells a site about its pages' Content-Security-Policy, for those that are rendered for one request.
 * Null in development, where pages have none.
 */
export const policySettings = (): PolicySettings | null =>
  process.env.PAGE_POLICY ? JSON.parse(process.env.PAGE_POLICY) : null;
