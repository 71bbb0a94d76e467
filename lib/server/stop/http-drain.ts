import 'server-only';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Node's channel for the requests of every HTTP server in the process: Next does not expose its server. */
const REQUESTS = 'http.server.request.start';
const IDLE_CHECK_MS = 100;

type RequestStart = { server: Server; response: ServerResponse };

/** Shuts down the process's HTTP server after its open responses. */
export class HttpDrain {
  #server: Server | null = null;

  /** Finds the HTTP server on its first request. */
  watch(): void {
    const onRequest = (message: unknown) => {
      this.#server = (message as RequestStart).server;
      unsubscribe(REQUESTS, onRequest);
    };
    subscribe(REQUESTS, onRequest);
  }

  /** Closes each connection after its next response, so that its client reconnects elsewhere. */
  refuseToKeepAlive(): void {
    subscribe(REQUESTS, (message) => {
      const { server, response } = message as RequestStart;
      this.#server = server;
      if (!response.headersSent) response.setHeader('Connection', 'close');
    });
  }

  /** Accepts no more connections and waits for open responses. Returns whether all ended by the deadline. */
  async close(deadlineMs: number): Promise<boolean> {
    const server = this.#server;
    // There was no request yet.
    if (server === null) return true;
    const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
    // A connection whose response began before the stop stays open after it.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    const inTime = await Promise.race([closed, delay(deadlineMs, false, { ref: false })]);
    clearInterval(idle);
    if (!inTime) server.closeAllConnections();
    return inTime;
  }
}
