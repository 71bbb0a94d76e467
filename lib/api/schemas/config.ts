import { z } from 'zod';
import { routing } from '@/lib/i18n/routing';
import { BUY_PLACEHOLDERS, isBuyTemplate } from '@/lib/validation/buy-url';
import { address, chainId, decimal, time } from './values';

const path = z.string().regex(/^\/(?!\/)\S+$/);

export const langEntry = z
  .object({
    id: z.int(),
    langKey: z.string().meta({ description: 'Value of the Language header.', examples: ['en_US'] }),
    isDefault: z.boolean(),
    language: z.string().meta({ description: 'Its own name.', examples: ['English'] }),
    langIcon: path.describe('Path of the icon on this site.'),
    status: z.boolean().describe('Whether the language is available.'),
    sort: z.int(),
  })
  .meta({ id: 'Language' });

export const currency = z
  .object({
    id: z.int(),
    name: z.string().meta({ description: 'ISO 4217 code.', examples: ['EUR'] }),
    symbol: z.string().meta({ examples: ['€'] }),
    decimals: z.int().describe('Number of decimals shown.'),
    rate: decimal.describe('Units of the currency per US dollar.'),
    rateAt: time.describe('Time of the rate.'),
    isDefault: z.boolean(),
  })
  .meta({ id: 'Currency' });

export const chainMapping = z
  .object({
    id: chainId,
    name: z.string(),
    nativeSymbol: z.string(),
    browserAddress: z.url().describe('Block explorer URL prefix of an address.'),
    browserTx: z.url().describe('Block explorer URL prefix of a transaction hash.'),
    rpcUrl: z.url().describe('JSON-RPC endpoint for browsers.'),
    fallbackRpcUrls: z.array(z.url()).optional().describe('Fallback endpoints, in order.'),
    testnet: z.boolean(),
  })
  .meta({ id: 'Chain' });

export const contract = z
  .object({
    chainId,
    name: z.string().meta({ description: 'What the contract is for.', examples: ['vault_contract'] }),
    address,
  })
  .meta({ id: 'Contract' });

/** The operator's mobile apps that can open links to this site. */
const apps = z.strictObject({
  ios: z.strictObject({
    appIds: z.array(
      z.string().regex(/^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$/, 'must be a team id, a dot and a bundle id'),
    ),
    /** Apple's path patterns: `*` matches any characters, and `?` matches one. */
    paths: z.array(path.max(2_048)),
  }),
  android: z.strictObject({
    packageName: z
      .string()
      .max(255)
      .regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/, 'must be a package name like org.example.app'),
    sha256CertFingerprints: z.array(
      z.string().regex(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/, 'must be 32 upper-case bytes like 0A:1B:…'),
    ),
  }),
});

/** The operator's note about a kind of offer on the Earn page, in every language. */
const earnNote = z.record(z.enum(routing.locales), z.string().trim().min(1).max(600)).nullable();

/** Features that the home page marks as planned until the operator says where they are. */
const claimName = z.enum(['card', 'voiceCalls', 'messages', 'dapps', 'chatTransfer', 'riskOptions']);
const claimAddress = z
  .string()
  .max(2_048)
  .regex(/^(https:\/\/\S+|\/(?![/\\])\S*)$/, 'must be a path of this site or an https address');

const storeLink = z
  .url({ protocol: /^https$/, error: 'must be an https address' })
  .max(2_048)
  .nullable();

const line = z.string().trim().min(1).max(300);

/** Who runs the site, as its public pages name it. */
const operator = z.strictObject({
  name: line,
  address: line,
  /** Such as a company number, a license, and the authority that gave it. */
  registration: line.optional(),
});

export const websiteFile = z.strictObject({
  brand: z.string().trim().min(1).max(64),
  infoMailbox: z.email().max(254),
  operator: operator.nullish(),
  /** Where to report vulnerabilities, if not at the mailbox. */
  securityContact: z
    .url({ protocol: /^(https|mailto)$/, error: 'must be a mailto or https address' })
    .max(2_048)
    .nullish(),
  storeLinks: z
    .strictObject({ googlePlay: storeLink, appStore: storeLink, apk: storeLink })
    .describe('Null if the app is not available yet.'),
  claims: z
    .record(claimName, claimAddress.nullable())
    .describe('Claims of the home page: the address of the feature, or null if it is planned.'),
  earnNotes: z
    .strictObject({ stake: earnNote, pledge: earnNote, presale: earnNote })
    .optional()
    .describe('The operator’s own text about each kind of offer, by locale; null for none.'),
  /** Companies at which users can buy crypto. */
  buyProviders: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(64),
        url: z
          .string()
          .max(2_048)
          .refine(
            isBuyTemplate,
            `must be an https address with ${BUY_PLACEHOLDERS.map((name) => `{${name}}`).join(', ')} after its host`,
          ),
      }),
    )
    .max(12)
    .optional(),
  features: z.record(z.string(), z.boolean()),
  app: apps,
});

export const website = z
  .object({
    // Pages have the operator and the companies that sell crypto, and /.well-known the other two.
    ...websiteFile.omit({ app: true, operator: true, securityContact: true, buyProviders: true }).shape,
    walletConnectProjectId: z.string().nullable().describe('Null if WalletConnect is disabled.'),
    messages: z
      .object({ site: z.string() })
      .nullable()
      .optional()
      .describe('Host for which messaging devices are bound, or null if messages are turned off.'),
    push: z
      .object({ key: z.string() })
      .nullable()
      .optional()
      .describe('Public key of push messages (RFC 8292), or null if they are turned off.'),
    hasReportedLists: z.boolean().optional().describe('Whether the operator has set lists of known scams.'),
    stablecoins: z
      .array(z.string())
      .optional()
      .describe('Symbols of the coins that are pegged to the US dollar.'),
    rpcOrigins: z
      .array(z.string())
      .optional()
      .describe(
        'Origins of the RPC endpoints that users may choose instead of the listed ones, and `loopback` for those on their own device. Empty if they may choose none.',
      ),
  })
  .meta({ id: 'Website' });

export const live = z.object({ live: z.literal(true) });

/** Why the database can't be written although it can be read. */
export const DEGRADATIONS = ['databaseReadOnly', 'databaseFull'] as const;
export type Degradation = (typeof DEGRADATIONS)[number];
export const ready = z.object({
  ready: z.boolean(),
  database: z.boolean().describe('Whether PostgreSQL responds and has this version’s tables.'),
  chains: z.record(z.string(), z.boolean()).describe('Whether each chain’s node responds, by chain ID.'),
  degraded: z
    .enum(DEGRADATIONS)
    .optional()
    .describe(
      'Why writes fail, although pages and reads work: PostgreSQL is read-only, or its disk is full.',
    ),
});

const text = z.string().default('');

/**
 * Query of the secret preview link. Path and locale are validated after the secret, so that errors reveal nothing to
 * someone without it.
 */
export const previewLink = z.object({
  secret: text.describe('The preview secret.'),
  path: text.meta({ description: 'Path of the page, without locale prefix.', examples: ['/home'] }),
  locale: text.meta({ description: 'Locale of the page.', examples: ['zh-Hant'] }),
});

/** The target language. The page to show comes from the Referer header. */
export const previewPage = previewLink.pick({ locale: true });
