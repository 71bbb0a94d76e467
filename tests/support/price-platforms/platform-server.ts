import { once } from 'node:events';
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Dialect } from './dialect';

const HEARTBEAT_MS = 50;

/** A fake price platform on loopback. The fake uses the real platform's message format and can simulate failures. */
export class PlatformServer {
  readonly prices = new Map<string, string>();
  /** Number of sockets opened so far. `asked` counts HTTP requests. */
  opened = 0;
  asked = 0;
  /** Number of pings received, as messages or as pong frames. */
  pings = 0;
  /** Offset of the platform's clock, in ms. */
  clockOffsetMs = 0;
  refusesSockets = false;
  refusesRest = false;
  /** Keeps sockets open without sending anything. */
  stalls = false;
  readonly #sockets = new Map<WebSocket, Set<string>>();
  readonly #http = createServer((request, response) => {
    this.asked += 1;
    const pair = this.dialect.restPair(request.url ?? '', [...this.prices.keys()]);
    const price = pair && this.prices.get(pair);
    if (this.refusesRest || !pair || !price) response.writeHead(503).end('down for maintenance');
    else
      response.setHeader('Content-Type', 'application/json').end(this.dialect.rest(pair, price, this.#now));
  });
  readonly #ws = new WebSocketServer({ noServer: true });
  readonly #heart = setInterval(() => this.#beat(), HEARTBEAT_MS);

  constructor(readonly dialect: Dialect) {
    this.#http.on('upgrade', (request, socket, head) => {
      // Ignore errors of clients that disconnect midway, because tests cause them on purpose.
      socket.on('error', () => socket.destroy());
      if (this.refusesSockets) {
        socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
        return;
      }
      this.#ws.handleUpgrade(request, socket, head, (client) => this.#accept(client, request.url ?? '/'));
    });
  }

  get #now(): number {
    return Date.now() + this.clockOffsetMs;
  }

  #accept(client: WebSocket, path: string): void {
    this.opened += 1;
    this.#sockets.set(client, new Set());
    client.on('close', () => this.#sockets.delete(client));
    client.on('error', () => client.terminate());
    client.on('pong', () => {
      this.pings += 1;
    });
    this.#subscribe(client, this.dialect.subscribed(path, null));
    client.on('message', (data) => {
      const text = String(data);
      const pong = this.dialect.pong(text);
      if (pong) this.pings += 1;
      if (pong && !this.stalls) client.send(pong);
      if (!pong) this.#subscribe(client, this.dialect.subscribed(path, text));
    });
  }

  #subscribe(client: WebSocket, pairs: readonly string[]): void {
    for (const pair of pairs) {
      this.#sockets.get(client)?.add(pair);
      this.#tell(client, pair);
    }
  }

  #tell(client: WebSocket, pair: string): void {
    const price = this.prices.get(pair);
    if (price && !this.stalls) client.send(this.dialect.ticker(pair, price, this.#now));
  }

  #beat(): void {
    if (this.stalls) return;
    for (const [client, pairs] of this.#sockets) {
      if (this.dialect.heartbeat) client.send(this.dialect.heartbeat([...pairs], this.#now));
      else client.ping();
    }
  }

  /** Sends a trade to every subscriber. */
  trade(pair: string, price: string): void {
    this.prices.set(pair, price);
    for (const [client, pairs] of this.#sockets) if (pairs.has(pair)) this.#tell(client, pair);
  }

  /** Sends text to every client. */
  say(text: string): void {
    for (const client of this.#sockets.keys()) client.send(text);
  }

  /** Closes every connection. */
  drop(): void {
    for (const client of this.#sockets.keys()) client.terminate();
  }

  async start(): Promise<{ socket: string; rest: string }> {
    this.#http.listen(0, '127.0.0.1');
    await once(this.#http, 'listening');
    const address = this.#http.address();
    if (address === null || typeof address === 'string') throw new Error('the platform has no port');
    return { socket: `ws://127.0.0.1:${address.port}`, rest: `http://127.0.0.1:${address.port}` };
  }

  async stop(): Promise<void> {
    clearInterval(this.#heart);
    this.drop();
    this.#ws.close();
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }
}
