import { z } from 'zod';
import { routing } from '@/lib/i18n/routing';
import { readConfigFile } from './config-file';
import { dappsFilePath } from './process-env';

/** The longest list that is still one screen of choices, and a policy header of a normal size. */
const MOST_DAPPS = 50;
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])$/;
/** Characters of an origin in a policy. Others, such as an asterisk, have a meaning there. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[::1\])(?::\d{1,5})?$/;

/** Plain text for every language, or one text for each language. */
const text = (longest: number) => {
  const one = z.string().trim().min(1).max(longest);
  return z.union([one, z.record(z.enum(routing.locales), one)], {
    error: `must be a text of at most ${longest} characters, or one for each language`,
  });
};

/**
 * Returns whether a text is an origin that a page may frame: HTTPS, except for this device (loopback). A policy can't
 * name an origin with a trailing slash, path, or default port, so only the origin's canonical form is valid.
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
  /** Where the DApp starts at its origin. */
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

/** Returns a hostname without the dot that may end it. */
const hostOf = (origin: string) => new URL(origin).hostname.replace(/\.$/, '');

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

const dappsFile = z
  .array(dapp)
  .max(MOST_DAPPS)
  .refine((all) => isUnique(all.map(({ slug }) => slug)), 'a slug is listed twice')
  // Messages are told apart by origin, so that two DApps of one origin couldn't be.
  .refine((all) => isUnique(all.map(({ origin }) => origin)), 'an origin is listed twice');

/** Reads the operator's list of DApps. @throws a one-line Error that names the file and the invalid entry. */
export const readDapps = (file = dappsFilePath()) => readConfigFile(file, dappsFile);

/**
 * Returns the origins that the DApps page may frame.
 * @throws if a DApp has one of the site's own hosts, at any port. At the same origin, its frame could leave the sandbox, and
 * at another port, it could read the site's cookies, which are shared by all ports. On this device (loopback), another
 * port is allowed, for developers.
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
