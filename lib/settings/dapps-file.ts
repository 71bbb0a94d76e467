import { z } from 'zod';
import { routing } from '@/lib/i18n/routing';
import { readConfigFile } from './config-file';
import { dappsFilePath } from './process-env';

/** Maximum number of DApps, which keeps the list short and the policy header at a normal size. */
const MAX_DAPPS = 50;
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])$/;
/** Characters that are literal in a policy source. Others, such as an asterisk, have a special meaning. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[::1\])(?::\d{1,5})?$/;

/** Text for all languages, or one text for each. */
const text = (longest: number) => {
  const one = z.string().trim().min(1).max(longest);
  return z.union([one, z.record(z.enum(routing.locales), one)], {
    error: `must be a text of at most ${longest} characters, or one for each language`,
  });
};

/**
 * Returns whether a page may frame an origin: HTTPS, or any scheme on this device (loopback). Only the canonical form
 * is valid, because a policy can't contain an origin with a trailing slash, path, or default port.
 */
function isFrameOrigin(value: string): boolean {
  if (!ORIGIN.test(value) || !URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  return origin === value && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)));
}

const dapp = z.strictObject({
  slug: z
    .string()
    .max(40)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lowercase words with hyphens between them'),
  origin: z
    .string()
    .max(255)
    .refine(isFrameOrigin, 'must be an https origin without a path, like https://app.example.org'),
  /** Path of the DApp's start page. */
  path: z
    .string()
    .max(1_024)
    .regex(/^\/(?![/\\])[\w\-.~!$&'()*+,;=:@%/?#]*$/, 'must be a path, like /app')
    .optional(),
  name: text(40),
  description: text(200),
  icon: z
    .string()
    .max(200)
    .regex(/^\/icons\/[\w-]+\.(?:svg|png|webp)$/, 'must be a picture in public/icons, like /icons/app.svg')
    .nullable(),
  networks: z.array(z.int32().positive()).min(1).max(50),
});

/** Returns a hostname without its trailing dot. */
const hostOf = (origin: string) => new URL(origin).hostname.replace(/\.$/, '');

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

const dappsFile = z
  .array(dapp)
  .max(MAX_DAPPS)
  .refine((all) => isUnique(all.map(({ slug }) => slug)), 'a slug is listed twice')
  // Messages are matched to DApps by origin, so each DApp needs its own.
  .refine((all) => isUnique(all.map(({ origin }) => origin)), 'an origin is listed twice');

/** Reads the operator's list of DApps. @throws Error with one line that names the file and the invalid entry. */
export const readDapps = (file = dappsFilePath()) => readConfigFile(file, dappsFile);

/**
 * Returns the origins that the DApps page may frame.
 * @throws if a DApp uses one of the site's hosts, at any port: at the same origin, its frame could leave the sandbox,
 * and at another port, it could read the site's cookies. Loopback hosts may use another port, for development.
 */
export async function readFrameOrigins(
  siteOrigins: readonly string[],
  file = dappsFilePath(),
): Promise<readonly string[]> {
  const origins = (await readDapps(file)).map(({ origin }) => origin);
  const hosts = siteOrigins.map(hostOf).filter((host) => !LOOPBACK.test(host));
  const own = origins.find((origin) => siteOrigins.includes(origin) || hosts.includes(hostOf(origin)));
  if (own !== undefined) throw new Error(`${file}: ${own} is a host of this site`);
  return origins;
}
