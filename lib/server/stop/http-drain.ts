import 'server-only';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Node's channel for requests to every HTTP server in the process, used because Next doesn't expose its server. */
const REQUESTS = 'http.server.request.start';
/** Node's channel for accepted connections. */
const CONNECTIONS = 'net.server.socket';
const IDLE_CHECK_MS = 100;

type RequestStart = { server: Server; response: ServerResponse };

/** Shuts down the process's HTTP server after its open responses have ended. */
export class HttpDrain {
  #server: Server | null = null;
  readonly #connections = new Set<Socket>();
  /** Connections that were unused at the last check. */
  #unused: ReadonlySet<Socket> = new Set();

  /** Finds the HTTP server when its first request arrives, and follows its connections. */
  watch(): void {
    subscribe(CONNECTIONS, (message) => {
      const { socket } = message as { socket: Socket };
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
    const onRequest = (message: unknown) => {
      this.#server = (message as RequestStart).server;
      unsubscribe(REQUESTS, onRequest);
    };
    subscribe(REQUESTS, onRequest);
  }

  /** Closes each connection after its next response, so that the client reconnects elsewhere. */
  refuseToKeepAlive(): void {
    subscribe(REQUESTS, (message) => {
      const { server, response } = message as RequestStart;
      this.#server ??= server;
      if (server === this.#server && !response.headersSent) response.setHeader('Connection', 'close');
    });
  }

  /** Stops accepting connections and waits for open responses. Returns whether they all ended by the deadline. */
  async close(deadlineMs: number): Promise<boolean> {
    const server = this.#server;
    // No request has arrived yet, so there is no server to close.
    if (server === null) return true;
    const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
    // If a response began before the stop, its connection stays open afterward and must be closed here.
    const idle = setInterval(() => {
      server.closeIdleConnections();
      this.#closeUnused();
    }, IDLE_CHECK_MS);
    const inTime = await Promise.race([closed, delay(deadlineMs, false, { ref: false })]);
    clearInterval(idle);
    if (!inTime) server.closeAllConnections();
    return inTime;
  }

  /**
   * Closes connections without a request so far, which Node doesn't count as idle. Browsers open some in advance, and
   * so does fetch in Node after it canceled a body. Each must be unused at two checks: Node reads what has arrived between
   * them, so that no request is lost because the process was busy.
   */
  #closeUnused(): void {
    const unused = [...this.#connections].filter(({ bytesRead }) => bytesRead === 0);
    for (const socket of unused) if (this.#unused.has(socket)) socket.destroy();
    this.#unused = new Set(unused);
  }
}
