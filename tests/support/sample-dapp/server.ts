import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { DAPP_ORIGIN } from '../e2e-site';

const page = await readFile(new URL('dapp.html', import.meta.url), 'utf8');

const bundle = await build({
  entryPoints: [fileURLToPath(new URL('safe-client.ts', import.meta.url))],
  bundle: true,
  write: false,
});
const safePage = `<!doctype html><title>Safe client</title><script>${bundle.outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`;

/**
 * Serves a DApp that implements the protocol of the Safe Apps SDK, a page with the SDK itself, and a page that can't be framed.
 */
const server = createServer(({ url }, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  if (url === '/safe-client') {
    response.end(safePage);
    return;
  }
  if (url === '/unframeable') response.setHeader('X-Frame-Options', 'DENY');
  response.end(page);
});
const { hostname, port } = new URL(DAPP_ORIGIN);
server.listen(Number(port), hostname, () => console.info(`Sample DApp: ${DAPP_ORIGIN}`));
process.once('SIGTERM', () => server.close());
