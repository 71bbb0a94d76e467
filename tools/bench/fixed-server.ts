import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Source code of a Node server that always sends the same body, or 304 to a conditional request. */
const code = `
const body = Buffer.from(process.argv[1], 'base64');
const headers = JSON.parse(process.argv[2]);
const whole = { ...headers, 'Content-Length': body.length };
require('node:http').createServer((request, response) =>
  request.headers['if-none-match'] ? response.writeHead(304, headers).end() : response.writeHead(200, whole).end(body))
  .listen(Number(process.argv[3]), '127.0.0.1', () => process.send('listening'));`;

/** Starts a server, in a separate process, that sends `body` as it is. */
export async function startFixedServer(port: number, body: Uint8Array, headers: Record<string, string>) {
  const args = [Buffer.from(body).toString('base64'), JSON.stringify(headers), String(port)];
  const child = spawn(process.execPath, ['-e', code, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}
