import type { z } from 'zod';
import { API_HOSTS, type ApiHost } from './build-env';
import { CARD_SETTINGS, MAY_BE_EMPTY, S3_SETTINGS, settings, TURN_SETTINGS } from './settings-schema';

/** An invalid setting. The message is one line that names the setting and never contains its value. */
export class SettingError extends Error {
  override name = 'SettingError';
}

/** Groups of settings that must be set together. */
const COMPLETE_GROUPS: readonly { names: readonly string[]; needed: string }[] = [
  { names: S3_SETTINGS, needed: 'an S3 store needs' },
  { names: TURN_SETTINGS, needed: 'TURN servers need' },
  { names: CARD_SETTINGS, needed: 'the card issuer needs' },
];

function parse<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  // An empty value, such as `NAME=` in a .env file, means unset, except for the settings in MAY_BE_EMPTY.
  const given = Object.fromEntries(
    Object.entries(process.env).filter(([name, value]) => value !== '' || MAY_BE_EMPTY.includes(name)),
  );
  const result = schema.safeParse(given);
  for (const { names, needed } of COMPLETE_GROUPS) {
    const missing = names.find((name) => given[name] === undefined);
    if (missing !== undefined && names.some((name) => given[name] !== undefined))
      throw new SettingError(`${missing} is not set, which ${needed}`);
  }
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? 'settings');
  throw new SettingError(
    `${name} ${given[name] === undefined ? 'is not set' : (issue?.message ?? 'is wrong')}`,
  );
}

/** Returns the names of all settings. */
export const settingNames = () => Object.keys(settings().shape);

/** Returns the launcher's settings, which are all optional. @throws SettingError if one is invalid. */
export const launcherEnv = () => parse(settings());

/** Returns the settings that this site's own API requires. @throws SettingError if one is missing or invalid. */
export const databaseEnv = () =>
  parse(
    settings()
      .pick({ DATABASE_URL: true, DATABASE_POOL_SIZE: true, DATABASE_WAIT_SECONDS: true, CHAINS_FILE: true })
      .required({ DATABASE_URL: true, CHAINS_FILE: true }),
  );

function parseServerEnv() {
  const env = parse(settings().required({ ORIGINS: true }));
  // With an external back end, this server needs no database or chains.
  if (env.API_ORIGIN === undefined) databaseEnv();
  return env;
}

let memo: ReturnType<typeof parseServerEnv> | undefined;

/**
 * Returns the server's settings. They are read on the first call, because a build doesn't need them. `ORIGINS[0]` is
 * the canonical origin.
 * @throws SettingError if one is missing or invalid.
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

/** Returns the S3 settings for uploads, or null if a folder stores them. @throws SettingError if one is invalid. */
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

/** Returns the canonical origin, `ORIGINS[0]`, which builds write into pages. @throws SettingError if it isn't set. */
export function canonicalOrigin(): string {
  const { ORIGINS } = parse(settings().pick({ ORIGINS: true }).required());
  const [first] = ORIGINS;
  if (first === undefined) throw new SettingError('ORIGINS is not set');
  return first;
}

/** Returns the configured base URLs of the named hosts. */
export const apiHostsOf = (env: Partial<Record<`API_HOST_${Uppercase<ApiHost>}`, string | undefined>>) =>
  Object.fromEntries(
    API_HOSTS.flatMap((name) => {
      const base = env[`API_HOST_${name.toUpperCase() as Uppercase<typeof name>}`];
      return base === undefined ? [] : [[name, base]];
    }),
  ) as Partial<Record<ApiHost, string>>;
