import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const callSchema = z.looseObject({
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
});
type Call = z.output<typeof callSchema>;
type Answer = { jsonrpc: '2.0'; id: number; result?: unknown; error?: unknown };

/** An error that a node answers a call with (JSON-RPC 2.0, section 5.1). */
export class CallError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The ways in which a hostile node can break its response to a batch. */
export type Fault =
  | 'reversed'
  | 'half'
  | 'first missing'
  | 'other IDs'
  | 'doubled'
  | 'too many'
  | 'huge'
  | 'stalls';

/** Size of the `huge` response in bytes. */
export const HUGE_BYTES = 100 * 1_024 ** 2;

/** Returns a function that answers calls as a real node does. */
export const relayTo =
  (rpcUrl: string) =>
  async (call: Call): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', ...call }),
    });
    return z.looseObject({ result: z.unknown() }).parse(await response.json()).result;
  };

/**
 * Starts a JSON-RPC node that answers with `answer`, but whose results can lie (`lie` changes them) and whose responses
 * can be broken (`fault`).
 */
export async function startHostileNode(answer: (call: Call) => Promise<unknown>) {
  const state = {
    fault: null as Fault | null,
    lie: (_: Call, result: unknown): unknown => result,
    /** Bytes of the huge response that were sent. */
    sent: 0,
    requests: 0,
  };
  const flood = (response: ServerResponse) => {
    const block = Buffer.alloc(1_024 ** 2, '1');
    const write = () => {
      while (state.sent < HUGE_BYTES && !response.destroyed) {
        state.sent += block.length;
        if (!response.write(block)) return response.once('drain', write);
      }
      return response.end();
    };
    response.write('[{"jsonrpc":"2.0","id":1,"result":"0x');
    write();
  };
  const shuffled: Record<
    'reversed' | 'half' | 'first missing' | 'other IDs' | 'doubled',
    (all: Answer[]) => Answer[]
  > = {
    reversed: (all) => all.toReversed(),
    half: (all) => all.slice(0, Math.floor(all.length / 2)),
    'first missing': (all) => all.slice(1),
    'other IDs': (all) => all.map((one) => ({ ...one, id: one.id + 1_000 })),
    doubled: (all) => [...all.slice(0, 1), ...all],
  };
  const server = createServer((request, response) => {
    const respond = async () => {
      const body: unknown = JSON.parse(await text(request));
      const calls = z.array(callSchema).parse(Array.isArray(body) ? body : [body]);
      state.requests += 1;
      const { fault, lie } = state;
      if (fault === 'too many') return response.writeHead(429).end('too many requests');
      response.setHeader('Content-Type', 'application/json');
      if (fault === 'huge') return flood(response);
      if (fault === 'stalls') return response.write('[{"jsonrpc":"2.0",');
      const answers = await Promise.all(
        calls.map(async (call): Promise<Answer> => {
          const { id } = call;
          try {
            return { jsonrpc: '2.0', id, result: lie(call, await answer(call)) };
          } catch (error) {
            if (!(error instanceof CallError)) throw error;
            return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } };
          }
        }),
      );
      const sent = fault ? shuffled[fault](answers) : answers;
      return response.end(JSON.stringify(Array.isArray(body) ? sent : sent[0]));
    };
    respond().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the node has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    state,
    honest: () => Object.assign(state, { fault: null, lie: (_: Call, result: unknown) => result }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type HostileNode = Awaited<ReturnType<typeof startHostileNode>>;
