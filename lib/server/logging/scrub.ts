import 'server-only';
import { serverEnv } from '@/lib/settings/env';

/** An address: scheme, then what stands up to its end. */
const ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>()]+/gi;
const BEARER = /\bBearer\s+\S+/gi;
/** 65 bytes in hexadecimal and more: no hash or address is that long, a signature is. */
const LONG_HEX = /0x[\da-f]{130,}/gi;
/** A stack is this long at most. */
const LONGEST = 4_000;
/** A shorter password would hide ordinary words. */
const SHORTEST = 8;

/** Scheme and host: node addresses carry keys in their paths and queries, database addresses a password. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return `${address.slice(0, address.indexOf('://'))}://…`;
  const { protocol, host, pathname, search, hash } = new URL(address);
  return `${protocol}//${host}${pathname.length > 1 || search || hash ? '/…' : ''}`;
}

function readSecrets(): string[] {
  try {
    const { DATABASE_URL, PREVIEW_SECRET, METRICS_TOKEN, S3_SECRET_ACCESS_KEY } = serverEnv();
    const { password } = new URL(DATABASE_URL ?? 'postgresql://');
    const texts = [
      PREVIEW_SECRET,
      METRICS_TOKEN,
      S3_SECRET_ACCESS_KEY,
      password,
      decodeURIComponent(password),
    ];
    return texts.flatMap((text) => (text !== undefined && text.length >= SHORTEST ? [text] : []));
  } catch {
    // Settings that are not in order are what is being told of, in words that do not repeat them.
    return [];
  }
}

let known: readonly string[] | undefined;

/** A text as the log may hold it: without the secrets of the settings, keys in addresses, tokens and signatures. */
export function scrub(text: string): string {
  if (text.length < SHORTEST) return text;
  const plain = text.replace(ADDRESS, withoutSecrets).replace(BEARER, 'Bearer …').replace(LONG_HEX, '0x…');
  known ??= readSecrets();
  const clean = known.reduce((rest, secret) => rest.replaceAll(secret, '…'), plain);
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean;
}
