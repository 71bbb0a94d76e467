import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { lookup } from 'mrmime';
import { E2E_ORIGIN, TEST_DAPP_ORIGIN } from '../e2e-site';

const require = createRequire(import.meta.url);
const dist = join(require.resolve('@metamask/test-dapp/package.json'), '../dist');

/** The line that makes MetaMask's test DApp work in this wallet. */
const LINE = `<script src="${E2E_ORIGIN}/dapp-provider.js"></script>`;
/**
 * Only for the test: the page enables its buttons for a provider that says that it is MetaMask, and the outcomes of all requests
 * are recorded in `window.asked`.
 */
const RECORDER = `<script>
  window.asked = [];
  addEventListener('eip6963:announceProvider', ({ detail: { provider } }) => {
    if (provider.isMetaMask) return;
    provider.isMetaMask = true;
    const { request } = provider;
    provider.request = async (asked) => {
      const entry = { method: asked.method };
      window.asked.push(entry);
      try {
        const result = await request(asked);
        entry.outcome = { result };
        return result;
      } catch (error) {
        entry.outcome = { code: error.code, message: error.message };
        throw error;
      }
    };
  });
</script>`;

/** Serves MetaMask's test DApp as it is, with the wallet's line in it, and without the style sheets of other sites. */
const server = createServer(async ({ url = '/' }, response) => {
  const { pathname } = new URL(url, TEST_DAPP_ORIGIN);
  const name = pathname === '/' ? 'index.html' : pathname.slice(1);
  try {
    const file = await readFile(join(dist, name.replaceAll('..', '')));
    response.setHeader('Content-Type', lookup(name) ?? 'application/octet-stream');
    const page = () => file.toString().replace(/<link[^>]*https:[^>]*>/g, '');
    response.end(name === 'index.html' ? page().replace('<head>', `<head>${RECORDER}${LINE}`) : file);
  } catch {
    response.writeHead(404).end();
  }
});
const { hostname, port } = new URL(TEST_DAPP_ORIGIN);
server.listen(Number(port), hostname, () => console.info(`Test DApp: ${TEST_DAPP_ORIGIN}`));
process.once('SIGTERM', () => server.close());
