import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { findNginx } from '@/scripts/find-nginx';
import { freePort } from '@/server/process/process';
import { outsideCertificate } from './outside-host';
import { until } from './until';

/** Replaces the only occurrence of `from`. Throws unless there is exactly one. */
function replaceOnce(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`config/nginx.conf must contain "${from}" once`);
  return text.replace(from, to);
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/**
 * Returns directives for nginx's temporary folders, which it would otherwise create in /var, where only root can write.
 */
const temporaryPaths = (dir: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${path.join(dir, name)};`)
    .join(' ');

export type Nginx = { origin: string; plainOrigin: string; cert: string; stop: () => Promise<void> };

/**
 * Runs nginx with config/nginx.conf in front of two instances. Replaces only the ports (free loopback ports), the
 * host (localhost), and the certificate (a test certificate).
 */
export async function startNginx(instances: readonly [string, string]): Promise<Nginx> {
  const nginx = findNginx();
  if (!nginx) throw new Error('this test needs nginx: install it, for example with apt-get install nginx');
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-nginx-'));
  // If root starts nginx, its worker processes run as another user, who must be able to read the folder.
  await chmod(dir, 0o755);
  const { key, cert } = await outsideCertificate();
  await mkdir(path.join(dir, 'certificates'));
  await writeFile(path.join(dir, 'certificates/fullchain.pem'), cert);
  await writeFile(path.join(dir, 'certificates/privkey.pem'), key);
  const [port, plainPort] = [await freePort(), await freePort()];
  const file = path.join(dir, 'nginx.conf');
  const changes: [string, string][] = [
    ['http {', `http { access_log off; ${temporaryPaths(dir)}`],
    ['site-1:3000 max_fails', `${new URL(instances[0]).host} max_fails`],
    ['site-2:3000 max_fails', `${new URL(instances[1]).host} max_fails`],
    ['/var/cache/nginx/tidewell', path.join(dir, 'cache')],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 80 default', `listen 127.0.0.1:${plainPort} default`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['listen 443 ssl http2 default', `listen 127.0.0.1:${port} ssl http2 default`],
    ['/etc/nginx/certificates/fullchain.pem', path.join(dir, 'certificates/fullchain.pem')],
    ['/etc/nginx/certificates/privkey.pem', path.join(dir, 'certificates/privkey.pem')],
  ];
  const operators = await readFile('config/nginx.conf', 'utf8');
  // Remove comments, because they contain the same addresses as the directives.
  const lines = operators.replaceAll(/^\s*#.*\n/gm, '').replaceAll('wallet.example.org', 'localhost');
  await writeFile(
    file,
    changes.reduce((text, [from, to]) => replaceOnce(text, from, to), lines),
  );
  const log = path.join(dir, 'error.log');
  const globals = `pid ${path.join(dir, 'pid')}; error_log ${log}; daemon off;`;
  const child = spawn(nginx, ['-c', file, '-e', log, '-g', globals], { stdio: 'ignore' });
  const exit = once(child, 'exit');
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${await readFile(log, 'utf8')}`);
    return isListening(port);
  }, 'nginx');
  return {
    origin: `https://localhost:${port}`,
    plainOrigin: `http://localhost:${plainPort}`,
    cert,
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
