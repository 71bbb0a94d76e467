import { z } from 'zod';
import { address, decimal, time } from './values';

const path = z.string().regex(/^\/(?!\/)\S+$/);

export const langEntry = z.object({
  id: z.int(),
  /** The value of the `Language` header, such as en_US. */
  langKey: z.string(),
  isDefault: z.boolean(),
  language: z.string(),
  /** Path of a picture on this site. */
  langIcon: path,
  status: z.boolean(),
  sort: z.int(),
});

export const currency = z.object({
  id: z.int(),
  /** ISO 4217 code. */
  name: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  /** Units per US dollar. */
  rate: decimal,
  rateAt: time,
  isDefault: z.boolean(),
});

export const chainMapping = z.object({
  /** EIP-155 chain id. */
  id: z.int(),
  name: z.string(),
  nativeSymbol: z.string(),
  /** The block explorer's page of an address: the address is appended. */
  browserAddress: z.url(),
  /** The block explorer's page of a transaction: the hash is appended. */
  browserTx: z.url(),
  rpcUrl: z.url(),
  testnet: z.boolean(),
});

export const contract = z.object({ chainId: z.int(), name: z.string(), address });

/** The operator's mobile apps, which may open links to this site. */
const apps = z.strictObject({
  ios: z.strictObject({
    appIds: z.array(
      z.string().regex(/^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$/, 'must be a team id, a dot and a bundle id'),
    ),
    /** Apple's patterns: `*` stands for any run of characters, `?` for one. */
    paths: z.array(path),
  }),
  android: z.strictObject({
    packageName: z
      .string()
      .regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/, 'must be a package name like org.example.app'),
    sha256CertFingerprints: z.array(
      z.string().regex(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/, 'must be 32 upper-case bytes like 0A:1B:…'),
    ),
  }),
});

export const websiteFile = z.strictObject({
  brand: z.string().min(1),
  infoMailbox: z.email(),
  storeLinks: z.strictObject({ googlePlay: z.url(), appStore: z.url(), apk: z.url() }),
  features: z.record(z.string(), z.boolean()),
  app: apps,
});

export const website = z.object({
  // The apps are told to the phones that ask, under /.well-known.
  ...websiteFile.omit({ app: true }).shape,
  /** Null where WalletConnect is not offered. */
  walletConnectProjectId: z.string().nullable(),
});
