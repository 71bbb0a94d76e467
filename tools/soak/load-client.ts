import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { E2E_ORIGIN } from '@/tests/support/e2e-site';
import type { Tally } from './tally';

const TIMEOUT_MS = 30_000;

/** Where callers reach the site, and the certificate to trust if it uses TLS. */
export type Entrance = { origin: string; cert?: string };
export type Answer = { status: number; body: string };
type Options = { form?: Record<string, string>; json?: object; token?: string };

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : String(error);

/**
 * A caller with an address of its own in 127.0.0.0/8, which Linux accepts without configuration. The site sees it behind
 * the proxy as one client, with its own rate limits. Each caller keeps its connections open, as browsers do.
 */
export class LoadClient {
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #entrance: Entrance;
  readonly #tally: Tally;

  /** `number` is from 0 to 16,000. */
  constructor(entrance: Entrance, tally: Tally, number: number) {
    this.#entrance = entrance;
    this.#tally = tally;
    const options = {
      keepAlive: true,
      // The first address of each 250 would be the network's own.
      ...(process.platform === 'linux'
        ? { localAddress: `127.7.${Math.floor(number / 250)}.${(number % 250) + 1}` }
        : {}),
    };
    this.#agent = entrance.origin.startsWith('https')
      ? new HttpsAgent({ ...options, ca: entrance.cert })
      : new HttpAgent(options);
  }

  /**
   * Opens a request. Resolves when the headers of the answer are there. A server may close an idle connection while a
   * request is on its way. Browsers then send a GET request again (RFC 9112, section 9.3.1), and so does this.
   */
  open(path: string, options: Options = {}, timeoutMs = TIMEOUT_MS): Promise<IncomingMessage> {
    const { form, json, token } = options;
    const send = this.#entrance.origin.startsWith('https') ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const sent = send(
        `${this.#entrance.origin}${path}`,
        {
          agent: this.#agent,
          method: form || json ? 'POST' : 'GET',
          headers: {
            Origin: E2E_ORIGIN,
            // As browsers do. Answers of the API are parsed, so they come uncompressed.
            'Accept-Encoding': path.startsWith('/api/') ? 'identity' : 'gzip',
            ...(form ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
            ...(json ? { 'Content-Type': 'application/json' } : {}),
            ...(token ? { Authorization: `Bearer ${token}` } : {}),
          },
        },
        resolve,
      );
      sent.setTimeout(timeoutMs, () =>
        sent.destroy(Object.assign(new Error('timeout'), { code: 'TIMEOUT' })),
      );
      sent.on('error', (error) => {
        if (form || json || !sent.reusedSocket || codeOf(error) !== 'ECONNRESET') return reject(error);
        this.#tally.resent += 1;
        resolve(this.open(path, options, timeoutMs));
      });
      sent.end(form ? new URLSearchParams(form).toString() : json && JSON.stringify(json));
    });
  }

  /** Makes a call, counts it under `name`, and returns its answer, or null if the connection failed. */
  async call(name: string, path: string, options: Options = {}): Promise<Answer | null> {
    const startedAt = performance.now();
    try {
      const response = await this.open(path, options);
      const chunks: Uint8Array[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const status = response.statusCode ?? 0;
      const ms = performance.now() - startedAt;
      this.#tally.add(name, { outcome: status, ms, retryAfter: response.headers['retry-after'] });
      return { status, body: Buffer.concat(chunks).toString() };
    } catch (error) {
      this.#tally.add(name, { outcome: codeOf(error), ms: performance.now() - startedAt });
      return null;
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}
