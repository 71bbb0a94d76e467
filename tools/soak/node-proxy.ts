import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Entrance } from './load-client';

/** A proxy in front of the instances. While it is cut, it accepts no connections and has closed all. */
export type LoadProxy = Entrance & { cut: (isCut: boolean) => void; stop: () => Promise<void> };

/** How long an instance that failed is left out, as in config/nginx.conf. */
const LEFT_OUT_MS = 2_000;

/**
 * Starts a small proxy that replaces nginx. The instances take turns. If one fails before it answers, the request goes to
 * the next one.
 */
export async function startNodeProxy(origins: readonly string[], port: number): Promise<LoadProxy> {
  const agent = new Agent({ keepAlive: true, timeout: 4_000 });
  const failedAt = new Map<string, number>();
  let isCut = false;
  let turn = 0;
  const nextOrigin = (): string => {
    turn += 1;
    const up = origins.filter(
      (origin) => performance.now() - (failedAt.get(origin) ?? -LEFT_OUT_MS) >= LEFT_OUT_MS,
    );
    const list = up.length > 0 ? up : origins;
    return list[turn % list.length] ?? '';
  };
  const forward = (
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    triesLeft: number,
  ): void => {
    const origin = nextOrigin();
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress };
    const sent = request(
      `${origin}${incoming.url}`,
      { agent, method: incoming.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        // A broken answer breaks the caller's, too. It must not look complete.
        answer.on('error', () => response.destroy());
        answer.pipe(response);
      },
    );
    response.on('close', () => sent.destroy());
    sent.on('error', () => {
      if (response.headersSent || response.destroyed) return;
      failedAt.set(origin, performance.now());
      if (triesLeft > 0) forward(incoming, body, response, triesLeft - 1);
      else response.writeHead(502).end();
    });
    sent.end(body);
  };
  const server = createServer((incoming, response) => {
    buffer(incoming).then(
      (body) => forward(incoming, body, response, origins.length - 1),
      () => response.destroy(),
    );
  });
  server.on('connection', (socket) => {
    if (isCut) socket.destroy();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${port}`,
    cut: (next) => {
      isCut = next;
      if (next) server.closeAllConnections();
    },
    stop: async () => {
      server.closeAllConnections();
      agent.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
