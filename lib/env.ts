import { z } from 'zod';
import { API_HOSTS, type ApiHost } from './build-env';
import type { PolicySettings } from './content-policy';
import { RATE_LIMITS } from './server-constants';

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

/** Kinds of calls that have a limit of their own. */
export type LimitName = keyof typeof RATE_LIMITS;

/** Settings whose empty value is an empty list. */
const MAY_BE_EMPTY = ['PRICE_PLATFORMS', 'RATE_SOURCES'];

export type RateLimits = Record<LimitName, { calls: number; seconds: number }>;

/** The built-in limits with those of entries like `login=30/60` in their places. */
const limitsOf = (entries: readonly string[]): RateLimits => ({
  ...RATE_LIMITS,
  ...Object.fromEntries(
    entries.map((entry) => {
      const [name = '', calls, seconds] = entry.split(/[=/]/);
      return [name, { calls: Number(calls), seconds: Number(seconds) }];
    }),
  ),
});
/** What an S3 store needs: all of these, or none for a folder. */
const S3_SETTINGS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

function settings() {
  const url = (protocol: RegExp, error: string) => z.url({ protocol, error });
  const origin = (error: string) =>
    z
      .string()
      .trim()
      .refine((text) => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text), {
        error,
      });
  const origins = z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(origin('must be origins like https://example.org, without a path, separated by commas')))
    .optional();
  const httpUrl = (fallback: string) =>
    url(/^https?$/, 'must be an http or https address')
      .transform(withoutSlash)
      .default(fallback);
  const socketUrl = (fallback: string) =>
    url(/^wss?$/, 'must be a ws or wss address')
      .transform(withoutSlash)
      .default(fallback);
  /** What stands before a call's path: another host's address, or a path of this site's. */
  const apiHost = z
    .string()
    .trim()
    .refine(
      (text) => /^(https?:\/\/[^\s/?#@]+)?(\/[^\s/?#]+)*\/?$/.test(text) && URL.canParse(text, 'http://x'),
      {
        error: 'must be an address like https://example.org/api, or a path like /api',
      },
    )
    .transform(withoutSlash)
    .optional();
  const namesOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
    z
      .string()
      .default(names.join())
      .transform((text) => (text === '' ? [] : text.split(',').map((name) => name.trim())))
      .pipe(z.array(z.enum(names, { error: `must be names out of ${names.join(', ')}` })));
  const limitNames = Object.keys(RATE_LIMITS);
  const limit = z
    .string()
    .regex(
      new RegExp(`^(${limitNames.join('|')})=[1-9]\\d{0,5}/[1-9]\\d{0,5}$`),
      `must be limits like login=30/60 (calls/seconds), separated by commas, out of ${limitNames.join(', ')}`,
    );
  const proxiesError =
    'must be a number of proxies from 1 to 9, or their addresses like 10.0.0.0/8, separated by commas';
  const network = z
    .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: proxiesError })
    .refine((text) => !text.endsWith('/0'), { error: proxiesError });
  const proxies = z
    .string()
    .transform((text) => (/^[1-9]$/.test(text) ? Number(text) : text.split(',')))
    .pipe(z.union([z.number(), z.array(network)], { error: proxiesError }));
  const wholeNumber = (fallback: number, { min, max }: { min: number; max: number }) => {
    const error = `must be a whole number from ${min} to ${max}`;
    return z
      .string()
      .regex(/^\d+$/, error)
      .transform(Number)
      .pipe(z.number().min(min, error).max(max, error))
      .default(fallback);
  };
  return z.object({
    DATABASE_URL: url(/^postgres(ql)?$/, 'must be a postgresql:// address').optional(),
    DATABASE_POOL_SIZE: wholeNumber(10, { min: 1, max: 200 }),
    CHAINS_FILE: z.string().optional(),
    API_ORIGIN: origin('must be one origin like https://api.example.org, without a path').optional(),
    API_HOST_OTC: apiHost,
    API_HOST_CO: apiHost,
    API_HOST_UPLOAD: apiHost,
    API_HOST_EXCHANGE: apiHost,
    API_HOST_NONE: apiHost,
    ORIGINS: origins,
    EMBED_ORIGINS: origins,
    TRUSTED_PROXIES: proxies.optional(),
    RATE_LIMITS: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(limit))
      .transform(limitsOf)
      .default({ ...RATE_LIMITS }),
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
    UPLOADS_DIR: z.string().optional(),
    S3_ENDPOINT: url(/^https?$/, 'must be an http or https address')
      .transform(withoutSlash)
      .optional(),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
    S3_REGION: z
      .string()
      .regex(/^[\w-]+$/, 'must be the name of a region')
      .default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    IPFS_GATEWAY: httpUrl('https://ipfs.io'),
    NEXT_DIST_DIR: z.string().default('.next'),
    WALLETCONNECT_PROJECT_ID: z
      .string()
      .regex(/^[0-9a-f]{32}$/i, 'must be the 32 hexadecimal digits of a project id')
      .optional(),
    DRAFTS_DIR: z.string().default('drafts'),
    PREVIEW_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    METRICS_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
    DRAIN_SECONDS: wholeNumber(0, { min: 0, max: 300 }),
    BUILD_ON_START: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1'),
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
  const missing = S3_SETTINGS.find((name) => given[name] === undefined);
  if (missing !== undefined && S3_SETTINGS.some((name) => given[name] !== undefined))
    throw new SettingError(`${missing} is not set, which an S3 store needs`);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? 'settings');
  throw new SettingError(
    `${name} ${given[name] === undefined ? 'is not set' : (issue?.message ?? 'is wrong')}`,
  );
}

/** Names of all settings. */
export const settingNames = () => Object.keys(settings().shape);

/** The launcher's view: everything may be unset. Throws a SettingError. */
export const launcherEnv = () => parse(settings());

/** What this site's own API stands on. Throws a SettingError where one of them is not set. */
export const databaseEnv = () =>
  parse(
    settings()
      .pick({ DATABASE_URL: true, DATABASE_POOL_SIZE: true, CHAINS_FILE: true })
      .required({ DATABASE_URL: true, CHAINS_FILE: true }),
  );

function parseServerEnv() {
  const env = parse(settings().required({ ORIGINS: true }));
  // A back end that takes the calls has a database and chains of its own.
  if (env.API_ORIGIN === undefined) databaseEnv();
  return env;
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

export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The S3 store for uploaded files, or null where they are kept in a folder. Throws a SettingError. */
export function s3Settings(): S3Settings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = serverEnv();
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

/** Origin that canonical addresses carry: `ORIGINS[0]`. A build writes it into the pages. Throws a SettingError. */
export function canonicalOrigin(): string {
  const { ORIGINS } = parse(settings().pick({ ORIGINS: true }).required());
  const [first] = ORIGINS;
  if (first === undefined) throw new SettingError('ORIGINS is not set');
  return first;
}

/** The settings of the named hosts, those that are set. */
export const apiHostsOf = (env: Partial<Record<`API_HOST_${Uppercase<ApiHost>}`, string | undefined>>) =>
  Object.fromEntries(
    API_HOSTS.flatMap((name) => {
      const base = env[`API_HOST_${name.toUpperCase() as Uppercase<typeof name>}`];
      return base === undefined ? [] : [[name, base]];
    }),
  ) as Partial<Record<ApiHost, string>>;

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

/** What leaves SIGTERM and SIGINT to us: Next's own handlers have no deadline, keep connections alive and exit with 143. */
export const OWN_SIGNALS = { NEXT_MANUAL_SIG_HANDLE: '1' } as const;

/** Whether this process was started with OWN_SIGNALS. */
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
