import { createServer } from 'node:net';

function listens(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    probe.listen({ port, host, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}

/** Whether a server can listen there now. Throws where the host is none of this machine. */
export const isPortFree = async (port: number, host = '127.0.0.1') =>
  (await listens(port, host)) !== undefined;

/** A free port: `preferred` or one of the nine after it, else any. */
export async function freePort(preferred?: number, host = '127.0.0.1'): Promise<number> {
  for (let port = preferred ?? 0; preferred && port < Math.min(preferred + 10, 65_536); port++)
    if (await isPortFree(port, host)) return port;
  const port = await listens(0, host);
  if (port === undefined) throw new Error(`no free port on ${host}`);
  return port;
}
