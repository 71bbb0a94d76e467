import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const callSchema = z.looseObject({
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
});

/** Whether a call asks for the state at a numbered block, not at the latest one. */
const asksThePast = ({ method, params = [] }: z.output<typeof callSchema>) =>
  ['eth_call', 'eth_getBalance'].includes(method) && /^0x[0-9a-f]+$/.test(String(params[1]));

/** A node that keeps no old states, as most do, before one that keeps all: its answer is the one of Geth. */
export async function startForgetfulNode(url: string) {
  const answer = async (call: z.output<typeof callSchema>): Promise<unknown> => {
    if (asksThePast(call))
      return { jsonrpc: '2.0', id: call.id, error: { code: -32000, message: 'missing trie node' } };
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) })).json();
  };
  const server = createServer((request, response) => {
    text(request)
      .then(async (body) => {
        const asked: unknown = JSON.parse(body);
        const calls = z.array(callSchema).parse(Array.isArray(asked) ? asked : [asked]);
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
