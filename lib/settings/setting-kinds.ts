import { z } from 'zod';
import { LOOPBACK_NODES } from '@/lib/evm/node-url';

/**
 * Default rate limits by kind of call, which the RATE_LIMITS setting overrides. `calls` is the maximum per client or
 * account within `seconds`. `read` and `write` apply to all calls without a limit of their own.
 */
export const RATE_LIMITS = {
  nonce: { calls: 60, seconds: 60 },
  login: { calls: 30, seconds: 60 },
  verify: { calls: 120, seconds: 60 },
  upload: { calls: 10, seconds: 600 },
  write: { calls: 60, seconds: 60 },
  read: { calls: 1_200, seconds: 60 },
  dailyPrices: { calls: 120, seconds: 60 },
  stream: { calls: 60, seconds: 60 },
  report: { calls: 60, seconds: 60 },
  media: { calls: 1_200, seconds: 60 },
  message: { calls: 600, seconds: 60 },
  iceServers: { calls: 30, seconds: 60 },
  image: { calls: 300, seconds: 60 },
  imageUpload: { calls: 60, seconds: 600 },
  card: { calls: 30, seconds: 300 },
  cardNumber: { calls: 20, seconds: 300 },
  cardWithdrawal: { calls: 20, seconds: 300 },
} as const;

/** Kinds of calls that have their own rate limit. */
export type LimitName = keyof typeof RATE_LIMITS;

export type RateLimits = Record<LimitName, { calls: number; seconds: number }>;

/** Parses entries such as `login=30/60` (calls/seconds), which replace the default limits. */
const limitsOf = (entries: readonly string[]): RateLimits => ({
  ...RATE_LIMITS,
  ...Object.fromEntries(
    entries.map((entry) => {
      const [name = '', calls, seconds] = entry.split(/[=/]/);
      return [name, { calls: Number(calls), seconds: Number(seconds) }];
    }),
  ),
});

/** Returns a URL without a trailing slash. */
export const withoutSlash = (address: string) => address.replace(/\/+$/, '');

/** Returns a schema for a URL with one of the given protocols. */
export const url = (protocol: RegExp, error: string) => z.url({ protocol, error });
/** Returns a schema for an origin without a path (RFC 6454), and without `*`, which a policy reads as any host. */
export const origin = (error: string) =>
  z
    .string()
    .trim()
    .refine((text) => URL.canParse(text) && new URL(text).origin === text && /^https?:[^*]+$/.test(text), {
      error,
    });
/** Comma-separated origins. */
export const origins = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(origin('must be origins like https://example.org, without a path, separated by commas')))
  .optional();
/** Returns whether an entry allows nodes on the user's own device, or is an https origin. */
const isNodeOrigin = (entry: string): boolean =>
  entry === LOOPBACK_NODES || (entry.startsWith('https:') && origin('').safeParse(entry).success);
/** Comma-separated https origins of RPC endpoints that users may choose, and `loopback` for those on their own device. */
export const nodeOrigins = z
  .string()
  .transform((text) => text.split(','))
  .pipe(
    z.array(
      z.string().trim().refine(isNodeOrigin, {
        error:
          'must be loopback or https origins like https://node.example.org, without a path, separated by commas',
      }),
    ),
  )
  .optional();
/** Files and URLs of lists of known scams, separated by commas. Plain http only reaches this device. */
export const reportedSources = z
  .string()
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',').map((source) => source.trim())))
  .pipe(
    z
      .array(
        z
          .string()
          .min(1, 'must be files or https addresses, separated by commas')
          .max(2_048)
          .refine(
            (source) =>
              !source.includes('://') ||
              (URL.canParse(source) && /^(?:https:\/\/|http:\/\/127\.0\.0\.1[:/])/.test(source)),
            'must be files or https addresses, separated by commas',
          ),
      )
      .max(8, 'must be at most 8 lists'),
  );
/** Returns a schema for an http or https URL. Trailing slashes are removed. */
export const httpUrl = (fallback: string) =>
  url(/^https?$/, 'must be an http or https address')
    .transform(withoutSlash)
    .default(fallback);
/** Returns a schema for a WebSocket URL. Trailing slashes are removed. */
export const socketUrl = (fallback: string) =>
  url(/^wss?$/, 'must be a ws or wss address')
    .transform(withoutSlash)
    .default(fallback);
/** Base of API call URLs: a URL of another host, or a path on this site. */
export const apiHost = z
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
/** Maximum number of servers of a kind. Browsers try all of them, so more would delay a call. */
const MAX_ICE_URLS = 4;
/**
 * Returns a schema for comma-separated URLs of STUN (RFC 7064) or TURN (RFC 7065) servers. STUN URLs have no
 * transport parameter.
 */
export const iceUrls = (kind: 'stun' | 'turn') => {
  const transport = kind === 'turn' ? '(?:\\?transport=(?:udp|tcp))?' : '';
  const pattern = new RegExp(
    `^${kind}s?:(?:[a-zA-Z0-9.-]+|\\[[0-9a-fA-F:.]+\\])(?::[1-9]\\d{0,4})?${transport}$`,
  );
  const error = `must be at most ${MAX_ICE_URLS} addresses like ${kind}:example.org:3478, separated by commas`;
  return z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .pipe(z.array(z.string().regex(pattern, error)).max(MAX_ICE_URLS, error))
    .default([]);
};
/** Returns a schema for comma-separated names from a list. Defaults to all of them. */
export const namesOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
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
/** Number of proxies in front of the site, or their IP addresses and networks. */
export const proxies = z
  .string()
  .transform((text) => (/^[1-9]$/.test(text) ? Number(text) : text.split(',')))
  .pipe(z.union([z.number(), z.array(network)], { error: proxiesError }));
/** Returns a schema for a whole number within bounds. */
export const wholeNumber = (fallback: number, { min, max }: { min: number; max: number }) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error))
    .default(fallback);
};

/** Returns a schema for comma-separated amounts by name, such as `ETH=0.001,tUSDT=1`. Amounts are decimal text. */
export const amountsBy = (name: RegExp, example: string) => {
  const error = `must be amounts like ${example}, separated by commas`;
  return z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .pipe(z.array(z.string().regex(new RegExp(`^(?:${name.source})=\\d{1,30}(?:\\.\\d{1,18})?$`), error)))
    .transform((entries) => new Map(entries.map((entry) => entry.split('=') as [string, string])))
    .default(new Map());
};

const keysError = 'must be keys like relayer-1=0x…, of 32 bytes in hexadecimal, separated by commas';
/** Private keys by the sender's role and chain, such as `relayer-1=0x…`. */
export const senderKeys = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim()))
  .pipe(z.array(z.string().regex(/^[a-z]+-[1-9]\d{0,15}=0x[\da-fA-F]{64}$/, keysError)))
  .transform((entries) => new Map(entries.map((entry) => entry.split('=') as [string, string])))
  .default(new Map());

/** Comma-separated signing secrets of webhooks. Any of them is valid, so that they can be rotated. */
export const webhookSecrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .pipe(z.array(z.string().regex(/^[\w+/=-]{8,256}$/, 'must be signing secrets, separated by commas')))
  .optional();

/** Rate limits that replace the defaults of the same name. */
export const limits = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(limit))
  .transform(limitsOf)
  .default({ ...RATE_LIMITS });

const portError = 'must be a port number from 1 to 65535';

/** A TCP port. */
export const port = z
  .string()
  .regex(/^\d{1,5}$/, portError)
  .transform(Number)
  .pipe(z.number().min(1, portError).max(65_535, portError));
