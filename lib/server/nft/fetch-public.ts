import 'server-only';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type Agent, request as requestHttps } from 'node:https';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { FETCH_REDIRECTS, FETCH_TIMEOUT_MS, NftError } from './limits';

/** Connects only to public addresses, which it checks at connection time. */
const publicAgent = new RequestFilteringHttpsAgent({ keepAlive: false });

type Limits = {
  limitBytes: number;
  accept: string;
  /** Origin of the operator's own gateway, the only host that may use http or have a private address. */
  gateway?: string;
  /** Agent that decides which addresses may be connected to. */
  agent?: Agent;
};

function ask(
  url: URL,
  { gateway, accept, agent = publicAgent }: Limits,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isGateway = url.origin === gateway;
  if (!isGateway && url.protocol !== 'https:') throw new NftError('refused', `the scheme ${url.protocol}`);
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

/**
 * Fetches from a host that an untrusted party chose. Uses only https and public addresses, even if DNS or a redirect
 * points elsewhere, and limits both time and size.
 * @throws NftError if the request is refused or fails.
 */
export async function fetchPublic(start: URL, limits: Limits): Promise<{ bytes: Buffer; mediaType: string }> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  let url = start;
  try {
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
  } catch (error) {
    if (error instanceof NftError) throw error;
    throw new NftError('unreachable', 'the request failed', { cause: error });
  }
  throw new NftError('unreachable', 'too many redirects');
}
