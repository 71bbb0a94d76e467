import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };

/** Responds with an envelope as JSON, as the API does. */
export function answerEnvelope(response: ServerResponse, data: unknown, code = 200): void {
  response
    .writeHead(code, { 'Content-Type': 'application/json', 'X-Request-Id': 'of-the-back-end' })
    .end(JSON.stringify({ code, msg: '', data }));
}

/** An operator's back end on loopback. It records requests and responds as the test specifies. */
export class BackEndServer {
  readonly received: Received[] = [];
  /** Called when a request's headers arrive. It may leave the response open. */
  onRequest: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  /** Called when a request's body has arrived. */
  answer: (response: ServerResponse, received: Received) => void = (response) => answerEnvelope(response, []);
  #server: Server | null = null;
  origin = '';

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.onRequest(request, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const received = { method, url, headers, body: Buffer.concat(chunks) };
    this.received.push(received);
    this.answer(response, received);
  }

  async start(port = 0): Promise<void> {
    const server = createServer((request, response) => {
      this.#take(request, response).catch(() => response.destroy());
    });
    this.#server = server;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.origin = `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  /** Returns the last request that was received. */
  last(): Received {
    const received = this.received.at(-1);
    if (!received) throw new Error('nothing arrived');
    return received;
  }
}
