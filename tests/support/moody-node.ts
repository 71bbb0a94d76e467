import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const callsSchema = z.array(z.looseObject({ id: z.number(), method: z.string() }));

/** How a node meets what it is asked. */
export type Mood = 'answers' | 'hangs' | 'tooMany' | 'tooManyInBody' | 'reverts' | 'broken';

/** A node of a chain whose height is always 7, as JSON-RPC 2.0 over HTTP, that can fail in the ways of real ones. */
export class MoodyNode {
  mood: Mood = 'answers';
  /** When each HTTP request came, in ms, and how many calls it carried. */
  readonly requests: { at: number; calls: number }[] = [];
  readonly #server = createServer((request, response) => {
    text(request)
      .then((body) => this.#meet(callsSchema.parse(JSON.parse(body)), response))
      .catch((error: unknown) => response.writeHead(400).end(String(error)));
  });

  #meet(calls: z.output<typeof callsSchema>, response: ServerResponse) {
    this.requests.push({ at: performance.now(), calls: calls.length });
    const { mood } = this;
    if (mood === 'hangs') return;
    if (mood === 'tooMany') response.writeHead(429).end('too many requests');
    else if (mood === 'broken') response.end('<html>');
    else {
      const each: Record<Exclude<Mood, 'hangs' | 'tooMany' | 'broken'>, object> = {
        answers: { result: '0x7' },
        tooManyInBody: { error: { code: 429, message: 'compute units exceeded' } },
        reverts: { error: { code: 3, message: 'execution reverted: no' } },
      };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(calls.map(({ id }) => ({ jsonrpc: '2.0', id, ...each[mood] }))));
    }
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the node has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
