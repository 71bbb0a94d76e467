import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { E2E_ORIGIN, SHELL_ORIGIN } from '../e2e-site';

const page = (await readFile(new URL('shell.html', import.meta.url), 'utf8')).replace('%SITE%', E2E_ORIGIN);

/** Serves a page from another origin that embeds the site under test in a phone frame and logs its messages. */
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(page);
});
const { hostname, port } = new URL(SHELL_ORIGIN);
server.listen(Number(port), hostname, () => console.info(`Demo shell: ${SHELL_ORIGIN}`));
process.once('SIGTERM', () => server.close());
