import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

type Answers = Readonly<Record<string, RequestListener>>;

/** Returns a listener that responds by path and records the requests. */
function listenerOf(
  answers: Answers,
  asked: { path: string; headers: Record<string, unknown> }[],
): RequestListener {
  return (request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    asked.push({ path, headers: request.headers });
    const answer = answers[path];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  };
}

/** Starts a server on this machine that acts as an outside host, over TLS if a certificate is given. */
export async function startOutsideHost(answers: Answers, tls?: { key: string; cert: string }) {
  const asked: { path: string; headers: Record<string, unknown> }[] = [];
  const listener = listenerOf(answers, asked);
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    asked,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Creates a server certificate for 127.0.0.1, localhost and outside.invalid. */
export async function outsideCertificate(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'outside.invalid' }], {
    keyType: 'ec',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
          { type: 2, value: 'outside.invalid' },
        ],
      },
    ],
  });
  return { key, cert };
}
