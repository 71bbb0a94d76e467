import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

type Call = { id: number; method: string; params?: unknown[] };
type Answer = { id: number; result?: unknown };

/**
 * Starts a proxy for a real node that returns at most `most` events per request, as hosted nodes limit them. It can hide all events,
 * like a node that lags behind.
 */
export async function startFewLogsNode(rpcUrl: string, most: number) {
  const headers = { 'Content-Type': 'application/json' };
  const calls: Call[] = [];
  let refusals = 0;
  let isHiding = false;
  const limit = (call: Call | undefined, answer: Answer): object => {
    if (call?.method !== 'eth_getLogs' || !Array.isArray(answer.result)) return answer;
    if (isHiding) return { ...answer, result: [] };
    if (answer.result.length <= most) return answer;
    refusals += 1;
    const error = { code: -32005, message: `query returned more than ${most} results` };
    return { jsonrpc: '2.0', id: answer.id, error };
  };
  const server = createServer((request, response) => {
    const relay = async () => {
      const body: Call | Call[] = JSON.parse(await text(request));
      const asked = [body].flat();
      calls.push(...asked);
      const answer = await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(asked) });
      const answers: Answer[] = await answer.json();
      const limited = answers.map((one) =>
        limit(
          asked.find(({ id }) => id === one.id),
          one,
        ),
      );
      response.writeHead(200, headers).end(JSON.stringify(Array.isArray(body) ? limited : limited[0]));
    };
    relay().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the node has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Returns the number of contract calls whose data contains a text. */
    callsWith: (data: string) =>
      calls.filter((call) => call.method === 'eth_call' && JSON.stringify(call.params).includes(data)).length,
    refusals: () => refusals,
    hideLogs: (next: boolean) => {
      isHiding = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
