import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const callSchema = z.looseObject({
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
});
const answerSchema = z.array(z.looseObject({ id: z.number(), result: z.unknown() }));
const minedSchema = z.looseObject({ blockNumber: z.string().optional(), number: z.string().optional() });

export type LateNode = { url: string; showUpTo: (height: bigint | null) => void; stop: () => Promise<void> };

/** Stands before a real node and, as the late backend of a pool, knows nothing above a height (null: knows all). */
export async function startLateNode(rpcUrl: string): Promise<LateNode> {
  let top: bigint | null = null;
  const asSeen = (method: string | undefined, result: unknown): unknown => {
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
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
