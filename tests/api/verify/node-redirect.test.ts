import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readHead, type ServerChain } from '@/lib/server/chain/node';

const servers: Server[] = [];

/** Starts a server on a free loopback port and returns its URL. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test('WAL-3 the server does not follow a redirect of a chain node', async () => {
  const inside: string[] = [];
  const target = await serve((request, response) => {
    inside.push(`${request.method} ${request.url}`);
    response.end();
  });
  const node = await serve((_, response) => response.writeHead(307, { Location: target }).end());
  const chain = { id: 31337, serverRpcUrl: node } as ServerChain;
  await expect(readHead(chain)).rejects.toMatchObject({ code: 503, messageKey: 'nodeUnreachable' });
  expect(inside).toEqual([]);
});
