import { z } from 'zod';
import {
  amountsBy,
  apiHost,
  httpUrl,
  iceUrls,
  limits,
  namesOf,
  nodeOrigins,
  origin,
  origins,
  port,
  proxies,
  reportedSources,
  senderKeys,
  socketUrl,
  url,
  webhookSecrets,
  wholeNumber,
  withoutSlash,
} from './setting-kinds';

/** Supported trading platforms. */
export const PRICE_PLATFORMS = ['binance', 'coinbase', 'kraken', 'okx'] as const;
export type PricePlatform = (typeof PRICE_PLATFORMS)[number];

/** Central banks that provide currency rates: the European Central Bank and Taiwan's central bank. */
export const RATE_SOURCES = ['ecb', 'cbc'] as const;
export type RateSource = (typeof RATE_SOURCES)[number];

/** Settings for which an empty value means an empty list. */
export const MAY_BE_EMPTY = ['PRICE_PLATFORMS', 'RATE_SOURCES'];

/** Settings of an S3 store. Set all of them, or none to store uploads in a folder. */
export const S3_SETTINGS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** TURN settings. Set both or neither. */
export const TURN_SETTINGS = ['TURN_URLS', 'TURN_SECRET'] as const;

/** Settings of the card issuer. Set all of them, or none to offer no cards. */
export const CARD_SETTINGS = ['CARD_ISSUER_KEY', 'CARD_DECISION_SECRETS', 'CARD_EVENT_SECRETS'] as const;

/**
 * Returns the schema of all settings, which docs/operations.md explains. It is created on the first call, because a
 * build doesn't need it.
 */
export const settings = () =>
  z.object({
    DATABASE_URL: url(/^postgres(ql)?$/, 'must be a postgresql:// address').optional(),
    DATABASE_POOL_SIZE: wholeNumber(12, { min: 4, max: 200 }),
    DATABASE_WAIT_SECONDS: wholeNumber(5, { min: 1, max: 60 }),
    CHAINS_FILE: z.string().optional(),
    ACCOUNT_RETENTION_DAYS: wholeNumber(0, { min: 0, max: 3_650 }),
    MESSAGES_ENABLED: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1'),
    MESSAGE_RETENTION_DAYS: wholeNumber(30, { min: 1, max: 365 }),
    MESSAGE_DAILY_MIB: wholeNumber(2_048, { min: 1, max: 1_048_576 }),
    ICE_URLS: iceUrls('stun'),
    TURN_URLS: iceUrls('turn'),
    TURN_SECRET: z
      .string()
      .regex(/^[\w.~+/=-]{32,256}$/, 'must have 32 to 256 letters, digits, or signs like - and _')
      .optional(),
    PUSH_PRIVATE_KEY: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
      .optional(),
    PUSH_SERVICE_ORIGIN: origin(
      'must be one origin like https://push.example.org, without a path',
    ).optional(),
    SENDER_KEYS_DIR: z.string().optional(),
    SENDER_KEYS: senderKeys,
    RELAYER_ENABLED: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1'),
    RELAYER_DAILY_TRANSFERS: wholeNumber(50, { min: 0, max: 1_000_000 }),
    RELAYER_DAILY_BUDGETS: amountsBy(/[1-9]\d{0,15}/, '1=0.05'),
    CARD_DAILY_BUDGETS: amountsBy(/[1-9]\d{0,15}/, '1=0.5'),
    RELAYER_FEE_CAPS: amountsBy(/[1-9]\d{0,15}/, '1=50'),
    RELAYER_MINIMUMS: amountsBy(/[^=,\s]{1,64}/, 'ETH=0.001'),
    CARD_ISSUER_KEY: z
      .string()
      .regex(/^[\w-]{8,256}$/, 'must be a secret key of the issuer’s API')
      .optional(),
    CARD_ISSUER_ORIGIN: origin(
      'must be one origin like https://issuer.example.org, without a path',
    ).optional(),
    CARD_FRAME_ORIGIN: origin('must be one origin like https://card.example.org, without a path').optional(),
    CARD_SCRIPT_URL: url(/^https?$/, 'must be an http or https address').optional(),
    CARD_SCRIPT_KEY: z
      .string()
      .regex(/^[\w-]{8,256}$/, 'must be a publishable key of the issuer’s script')
      .optional(),
    CARD_PIN_KEY_URL: url(/^https?$/, 'must be an http or https address').optional(),
    CARD_DECISION_SECRETS: webhookSecrets,
    CARD_EVENT_SECRETS: webhookSecrets,
    API_ORIGIN: origin('must be one origin like https://api.example.org, without a path').optional(),
    API_HOST_OTC: apiHost,
    API_HOST_CO: apiHost,
    API_HOST_UPLOAD: apiHost,
    API_HOST_EXCHANGE: apiHost,
    API_HOST_NONE: apiHost,
    ORIGINS: origins,
    EMBED_ORIGINS: origins,
    RPC_ORIGINS: nodeOrigins,
    TRUSTED_PROXIES: proxies.optional(),
    RATE_LIMITS: limits,
    PORT: port.optional(),
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
      .default('127.0.0.1'),
    DATA_DIR: z.string().default('.data'),
    UPLOADS_DIR: z.string().optional(),
    CLEAR_SIGNING_DIR: z.string().optional(),
    REPORTED_LISTS: reportedSources,
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
    WEBSITE_FILE: z.string().default('config/website.json'),
    DAPPS_FILE: z.string().optional(),
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
    SHARED_CACHE_SECONDS: wholeNumber(60, { min: 0, max: 86_400 }),
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
