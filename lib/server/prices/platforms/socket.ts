import 'server-only';
import { WebSocket } from 'ws';
import type { FeedTiming } from './timing';
import { backoff } from './timing';

/** Maximum message size in bytes. */
const MESSAGE_LIMIT = 1024 * 1024;

type SocketOptions = {
  url: string;
  greetings: readonly string[];
  ping: string | null;
  timing: FeedTiming;
  /** Handles a message and returns whether it was recognized. Throwing an error ends the connection. */
  onMessage: (text: string) => boolean;
};

/** A WebSocket that reconnects if it fails, is closed, goes silent, or receives messages in an unknown format. */
export class FeedSocket {
  #socket: WebSocket | null = null;
  #timers: NodeJS.Timeout[] = [];
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  #hasEnded = false;
  /** Whether the socket is open and has received a message. */
  isAlive = false;
  /** The last error, unless a message has been received since. */
  lastError: unknown;

  constructor(private readonly options: SocketOptions) {}

  start(): void {
    const { url, timing } = this.options;
    const socket = new WebSocket(url, {
      handshakeTimeout: timing.handshakeMs,
      maxPayload: MESSAGE_LIMIT,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    let aliveAt = performance.now();
    socket.on('open', () => {
      aliveAt = performance.now();
      for (const greeting of this.options.greetings) socket.send(greeting);
      const watch = setInterval(() => {
        if (performance.now() - aliveAt <= timing.stallMs) return;
        this.lastError = new Error(`the socket was silent for ${timing.stallMs} ms`);
        socket.terminate();
      }, timing.stallMs / 4);
      const { ping } = this.options;
      const pinging = ping === null ? [] : [setInterval(() => socket.send(ping), timing.pingMs)];
      this.#timers = [watch, ...pinging];
      for (const timer of this.#timers) timer.unref();
    });
    socket.on('ping', () => {
      aliveAt = performance.now();
    });
    socket.on('message', (data) => {
      try {
        if (!this.options.onMessage(String(data))) return;
        aliveAt = performance.now();
        this.isAlive = true;
        this.lastError = undefined;
        this.#failures = 0;
      } catch (error) {
        this.lastError = error;
        // The message isn't in the platform's format. A reconnect may reach a server that does use it.
        socket.terminate();
      }
    });
    // Every error is followed by a 'close' event, which triggers the reconnect.
    socket.on('error', (error) => {
      this.lastError = error;
    });
    socket.on('close', (code) => {
      this.lastError ??= new Error(`the socket was closed with code ${code}`);
      this.#closed();
    });
  }

  #closed(): void {
    this.isAlive = false;
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    if (this.#hasEnded) return;
    this.#retry = setTimeout(() => this.start(), backoff(this.#failures, this.options.timing.backoff));
    this.#retry.unref();
    this.#failures += 1;
  }

  /** Closes the connection permanently. */
  async stop(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#retry);
    const socket = this.#socket;
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.terminate();
    await closed;
  }
}
