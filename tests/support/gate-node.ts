import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** Stands before a real node; while it is shut, connections break as to one that is down. */
export async function startGateNode(rpcUrl: string) {
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
      response.writeHead(answer.status, headers).end(await answer.text());
      answered.push(body);
    };
    relay().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the gate has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** How often a method was asked about a hash, and answered. */
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
