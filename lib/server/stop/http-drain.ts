import 'server-only';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Node's channel on which every HTTP server of the process tells of a request: Next does not hand out its own server. */
const REQUESTS = 'http.server.request.start';
const IDLE_CHECK_MS = 100;

type Told = { server: Server; response: ServerResponse };

/** Ends the process's HTTP server without cutting off an answer. */
export class HttpDrain {
  #server: Server | null = null;

  /** Finds the server by its first request. */
  watch(): void {
    const note = (told: unknown) => {
      this.#server = (told as Told).server;
      unsubscribe(REQUESTS, note);
    };
    subscribe(REQUESTS, note);
  }

  /** Closes each connection after its next answer, so that its client goes elsewhere by itself. */
  refuseToKeepAlive(): void {
    subscribe(REQUESTS, (told) => {
      const { server, response } = told as Told;
      this.#server = server;
      if (!response.headersSent) response.setHeader('Connection', 'close');
    });
  }

  /** Takes no more connections and waits for open answers. Answers whether all had ended by the deadline. */
  async close(deadlineMs: number): Promise<boolean> {
    const server = this.#server;
    // Nobody has asked for anything.
    if (server === null) return true;
    const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
    // A connection whose answer began before the stop stays open after it.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    const inTime = await Promise.race([closed, delay(deadlineMs, false, { ref: false })]);
    clearInterval(idle);
    if (!inTime) server.closeAllConnections();
    return inTime;
  }
}
