import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'content-type',
  'Content-Type': 'application/json',
};

/** A user's own node on this device: it passes requests on to a chain's node, and counts them. */
export class OwnNode {
  requests = 0;
  private readonly server;

  constructor(private readonly rpcUrl: string) {
    this.server = createServer((incoming, response) => {
      const answer = async () => {
        if (incoming.method === 'OPTIONS') return response.writeHead(204, CORS).end();
        const body = await text(incoming);
        this.requests += 1;
        const headers = { 'Content-Type': 'application/json' };
        const node = await fetch(this.rpcUrl, { method: 'POST', headers, body });
        return response.writeHead(node.status, CORS).end(await node.text());
      };
      answer().catch((error: unknown) => response.writeHead(502, CORS).end(String(error)));
    });
  }

  /** Starts listening, at the same port as before if there was one. */
  async start(port = this.port): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the node has no port');
    this.port = address.port;
  }
  private port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
