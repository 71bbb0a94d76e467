import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const callSchema = z.looseObject({
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
});
const answerSchema = z.array(z.looseObject({ id: z.number(), result: z.unknown() }));
const minedSchema = z.looseObject({ blockNumber: z.string().optional(), number: z.string().optional() });

const receiptSchema = z.looseObject({
  status: z.string(),
  logs: z.array(z.looseObject({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
});
type NodeReceipt = z.output<typeof receiptSchema>;

export type LateNode = {
  url: string;
  showUpTo: (height: bigint | null) => void;
  /** Makes the proxy lie about transaction receipts from now on, as a hacked node could. */
  forgeReceipts: (forge: ((receipt: NodeReceipt) => NodeReceipt) | null) => void;
  stop: () => Promise<void>;
};

/**
 * Starts a proxy for a real node. Like a lagging node behind a load balancer, the proxy returns no blocks above the
 * height that `showUpTo` sets. A height of null means no limit.
 */
export async function startLateNode(rpcUrl: string): Promise<LateNode> {
  let top: bigint | null = null;
  let forge: ((receipt: NodeReceipt) => NodeReceipt) | null = null;
  const asSeen = (method: string | undefined, result: unknown): unknown => {
    if (forge && method === 'eth_getTransactionReceipt') return forge(receiptSchema.parse(result));
    if (top === null) return result;
    if (method === 'eth_blockNumber') return `0x${top.toString(16)}`;
    const mined = minedSchema.safeParse(result);
    const height = mined.success ? (mined.data.blockNumber ?? mined.data.number) : undefined;
    return height !== undefined && BigInt(height) > top ? null : result;
  };
  const server = createServer((request, response) => {
    const relay = async () => {
      const body: unknown = JSON.parse(await text(request));
      const calls = z.array(callSchema).parse(Array.isArray(body) ? body : [body]);
      const answer = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(calls),
      });
      const seen = answerSchema.parse(await answer.json()).map((one) => ({
        ...one,
        result: asSeen(calls.find(({ id }) => id === one.id)?.method, one.result),
      }));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(Array.isArray(body) ? seen : seen[0]));
    };
    relay().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the late node has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    showUpTo: (height) => {
      top = height;
    },
    forgeReceipts: (given) => {
      forge = given;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const callsSchema = z.array(z.looseObject({ id: z.number(), method: z.string() }));

/** The ways in which a test node can respond. */
type Mood = 'answers' | 'hangs' | 'tooMany' | 'tooManyInBody' | 'reverts' | 'broken';

/** A JSON-RPC 2.0 node over HTTP that can fail as real nodes do. Its block number is always 7. */
export class MoodyNode {
  mood: Mood = 'answers';
  /** The chain ID that the node reports unless it fails. */
  chainId = 901;
  /** The time of each HTTP request in ms, and the number of calls in the request. */
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
      const chain = { result: `0x${this.chainId.toString(16)}` };
      const answerTo = (method: string) =>
        method === 'eth_chainId' && mood !== 'tooManyInBody' ? chain : each[mood];
      response.end(
        JSON.stringify(calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, ...answerTo(method) }))),
      );
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

const logsSchema = z.looseObject({ id: z.number(), result: z.array(z.unknown()) });

/** Replaces a list of more events than a node returns with the error of such nodes. */
function withoutMoreThan(most: number, answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((one) => withoutMoreThan(most, one));
  const { data } = logsSchema.safeParse(answer);
  if (!data || data.result.length <= most) return answer;
  const error = { code: -32005, message: `query returned more than ${most} results` };
  return { jsonrpc: '2.0', id: data.id, error };
}

/**
 * Starts a proxy for a real node. While the proxy is shut, it resets connections as if the node were down. It returns at most
 * `mostLogs` events per request.
 */
export async function startGateNode(rpcUrl: string, mostLogs = Number.POSITIVE_INFINITY) {
  let isShut = false;
  const answered: string[] = [];
  const server = createServer((request, response) => {
    if (isShut) {
      request.socket.destroy();
      return;
    }
    const headers = { 'Content-Type': 'application/json' };
    const relay = async () => {
      const body = await text(request);
      const answer = await fetch(rpcUrl, { method: 'POST', headers, body });
      const content = await answer.text();
      const isLimited = Number.isFinite(mostLogs) && body.includes('eth_getLogs');
      response
        .writeHead(answer.status, headers)
        .end(isLimited ? JSON.stringify(withoutMoreThan(mostLogs, JSON.parse(content))) : content);
      answered.push(body);
    };
    relay().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the gate has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Returns the number of answered calls to a method with this hash. */
    times: (method: string, hash: string | null = '') =>
      answered.filter((body) => body.includes(`"method":"${method}","params":["${hash}"`)).length,
    shut: (next: boolean) => {
      isShut = next;
      if (next) server.closeAllConnections();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const forgetfulCallSchema = z.looseObject({
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
});

/** Returns whether a call reads the state at a block number other than the latest. */
const asksThePast = ({ method, params = [] }: z.output<typeof forgetfulCallSchema>) =>
  ['eth_call', 'eth_getBalance'].includes(method) && /^0x[0-9a-f]+$/.test(String(params[1]));

/**
 * Starts a proxy for an archive node. Like most nodes, the proxy serves no past state: it returns Geth's error instead.
 */
export async function startForgetfulNode(url: string) {
  const answer = async (call: z.output<typeof forgetfulCallSchema>): Promise<unknown> => {
    if (asksThePast(call))
      return { jsonrpc: '2.0', id: call.id, error: { code: -32000, message: 'missing trie node' } };
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) })).json();
  };
  const server = createServer((request, response) => {
    text(request)
      .then(async (body) => {
        const asked: unknown = JSON.parse(body);
        const calls = z.array(forgetfulCallSchema).parse(Array.isArray(asked) ? asked : [asked]);
        const answers = await Promise.all(calls.map(answer));
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
      })
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the node has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
