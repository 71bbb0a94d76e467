import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const MAX_BODY_BYTES = 256 * 1024;
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

export interface PageResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface PageRequest {
  incoming: IncomingMessage;
  url: URL;
  body: string;
}

/** Answers requests whose path starts with `prefix`. `undefined` ends the connection without an answer. */
export interface Section {
  prefix: string;
  answer(request: PageRequest): Promise<PageResponse | undefined>;
}

export const plainText = (status: number, body: string): PageResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns whether a page of another site sent this request. Such pages must not operate the terminal. */
function isFromOtherSite({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  return origin !== undefined && origin !== `http://${host}`;
}

async function answer(
  sections: readonly Section[],
  incoming: IncomingMessage,
): Promise<PageResponse | undefined> {
  const host = incoming.headers.host ?? '';
  // A name of another site that resolves to this machine (DNS rebinding) has another Host.
  if (!LOOPBACK.test(host)) return plainText(403, 'Only for this machine\n');
  const url = new URL(incoming.url ?? '/', `http://${host}`);
  const section = sections.find(({ prefix }) => url.pathname.startsWith(prefix));
  if (!section) return plainText(404, 'Not found\n');
  const isChange = incoming.method !== 'GET' && incoming.method !== 'OPTIONS';
  if (isChange && section.prefix === '/terminal' && isFromOtherSite(incoming))
    return plainText(403, 'Only from this page\n');
  const body = await readBody(incoming);
  if (body === undefined) return plainText(413, 'Too large\n');
  return section.answer({ incoming, url, body });
}

function send(response: ServerResponse, sent: PageResponse | undefined): void {
  if (!sent) {
    response.destroy();
    return;
  }
  const { status, headers, body } = sent;
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(body);
}

/** Starts an HTTP server on 127.0.0.1. Port 0 selects a free one. */
export async function listen(
  port: number,
  sectionsFor: (origin: string) => readonly Section[],
): Promise<{ origin: string; close(): Promise<void> }> {
  let sections: readonly Section[] = [];
  const server: Server = createServer((incoming, response) => {
    answer(sections, incoming).then(
      (sent) => send(response, sent),
      (error: unknown) => {
        console.error('Card issuer:', error);
        send(response, plainText(500, 'Failed\n'));
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sections = sectionsFor(origin);
  return {
    origin,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
