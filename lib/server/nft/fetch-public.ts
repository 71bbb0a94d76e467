import 'server-only';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type Agent, request as requestHttps } from 'node:https';
import { FETCH_REDIRECTS, FETCH_TIMEOUT_MS, NftError } from './limits';
import { mayBePublic, publicAgent } from './public-lookup';

type Limits = {
  limitBytes: number;
  accept: string;
  /** Start of the URLs of the operator's own gateway, the only ones that may use http or have a private address. */
  gateway?: string;
  /** Agent that decides which addresses may be connected to. */
  agent?: Agent;
};

/** Returns whether a path has an encoded slash or backslash. A host may decode it before resolving `..`. */
export const hasEncodedSlash = (path: string): boolean => /%2f|%5c/i.test(path);

function ask(
  url: URL,
  { gateway, accept, agent = publicAgent }: Limits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isGateway = gateway !== undefined && url.href.startsWith(gateway);
  if (!isGateway && url.protocol !== 'https:') throw new NftError('refused', `the scheme ${url.protocol}`);
  if (isGateway && hasEncodedSlash(url.pathname))
    throw new NftError('refused', 'an IPFS path outside its content');
  if (!isGateway && !mayBePublic(url.hostname.replaceAll(/[[\]]/g, '')))
    throw new NftError('unreachable', 'an address that is not public');
  const request = url.protocol === 'http:' ? requestHttp : requestHttps;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      ...(isGateway ? {} : { agent }),
      signal,
      maxHeaderSize: 16_384,
      // These headers contain nothing from the visitor's request, such as an IP address, a language, or a cookie.
      headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'Tidewell' },
    });
    sent.once('response', resolve);
    sent.once('error', reject);
    // A response that wasn't requested, such as 101, closes the connection without a response or an error.
    sent.once('close', () => reject(new NftError('unreachable', 'the connection was closed')));
    sent.end();
  });
}

async function readLimited(message: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const tooLarge = new NftError('tooLarge', 'the response is too large');
  if (Number(message.headers['content-length'] ?? 0) > limitBytes) {
    message.destroy();
    throw tooLarge;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    // Throwing inside the loop closes the connection.
    if (size > limitBytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the target of a redirect, or null for any other response. @throws NftError if the target is invalid. */
function nextOf(message: IncomingMessage, url: URL): URL | null {
  const { statusCode = 0, headers } = message;
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null;
  message.destroy();
  const { location } = headers;
  if (location === undefined || !URL.canParse(location, url))
    throw new NftError('unreachable', 'a redirect without a valid location');
  return new URL(location, url);
}

/** Fetches a URL and follows its redirects. @throws NftError if it is refused, or another error if it fails. */
async function follow(start: URL, limits: Limits, signal: AbortSignal) {
  let url = start;
  for (let hop = 0; hop <= FETCH_REDIRECTS; hop += 1) {
    const message = await ask(url, limits, signal);
    const next = nextOf(message, url);
    if (next === null) {
      if (message.statusCode !== 200) {
        message.destroy();
        throw new NftError('unreachable', `the host answered ${message.statusCode}`);
      }
      const mediaType = (message.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      return { bytes: await readLimited(message, limits.limitBytes), mediaType };
    }
    url = next;
  }
  throw new NftError('unreachable', 'too many redirects');
}

/** Rejects when the time is over, even if a connection reports neither a response nor an error. */
const deadline = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/**
 * Fetches from a host that an untrusted party chose. Uses only https and public addresses, even if DNS or a redirect
 * points elsewhere, and limits both time and size.
 * @throws NftError if the request is refused or fails.
 */
export async function fetchPublic(start: URL, limits: Limits): Promise<{ bytes: Buffer; mediaType: string }> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  try {
    return await Promise.race([follow(start, limits, signal), deadline(signal)]);
  } catch (error) {
    if (error instanceof NftError) throw error;
    throw new NftError('unreachable', 'the request failed', { cause: error });
  }
}
