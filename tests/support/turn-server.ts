import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@/server/process/process';
import { until } from './until';

const PROGRAMS = ['/usr/bin/turnserver', '/usr/local/bin/turnserver', '/opt/homebrew/bin/turnserver'];
/** Returns the path of coturn, or undefined if it isn't installed. */
export const findTurnServer = (): string | undefined => PROGRAMS.find((path) => existsSync(path));

/** Binding request of STUN (RFC 8489). */
const BINDING_REQUEST = Buffer.from(`00010000${'2112a442'}${'00'.repeat(12)}`, 'hex');
const ANSWER_MS = 500;

/** Returns whether a STUN server responds on a UDP port of this machine. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const finish = (hasAnswer: boolean) => {
      clearTimeout(timer);
      socket.close();
      resolve(hasAnswer);
    };
    const timer = setTimeout(() => finish(false), ANSWER_MS);
    socket.once('message', () => finish(true)).once('error', () => finish(false));
    socket.send(BINDING_REQUEST, port, '127.0.0.1');
  });
}

export type TurnServer = { url: string; log: () => Promise<string>; stop: () => Promise<void> };

/**
 * Runs coturn with config/turnserver.conf on a free loopback port. Unless `hasOperatorRules` is set, lets it relay to
 * addresses of this machine, which the operator's configuration refuses.
 */
export async function startTurnServer(secret: string, hasOperatorRules = false): Promise<TurnServer> {
  const program = findTurnServer();
  if (!program)
    throw new Error('this test needs coturn: install it, for example with apt-get install coturn');
  const dir = await mkdtemp(path.join(os.tmpdir(), 'tidewell-turn-'));
  const config = await readFile('config/turnserver.conf', 'utf8');
  const lines = config
    .split('\n')
    .filter((line) => hasOperatorRules || !/^denied-peer-ip=/.test(line))
    .map((line) => (line === 'log-file=stdout' ? `log-file=${path.join(dir, 'log')}` : line));
  // Debian's coturn is older than the image of compose.yaml.
  lines.push('no-dtls', 'no-cli', 'no-rfc5780', 'no-software-attribute');
  if (!hasOperatorRules) lines.push('allow-loopback-peers', 'allowed-peer-ip=127.0.0.1');
  const file = path.join(dir, 'turnserver.conf');
  await writeFile(file, lines.join('\n'));
  const port = await freePort();
  const child = spawn(
    program,
    [
      ...[
        '-c',
        file,
        '--listening-ip',
        '127.0.0.1',
        '--relay-ip',
        '127.0.0.1',
        '--pidfile',
        path.join(dir, 'pid'),
      ],
      ...[
        '--listening-port',
        String(port),
        '--static-auth-secret',
        secret,
        '--verbose',
        '--userdb',
        path.join(dir, 'users'),
      ],
    ],
    { stdio: 'ignore' },
  );
  const exit = once(child, 'exit');
  const log = () => readFile(path.join(dir, 'log'), 'utf8');
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`coturn did not start: ${await log()}`);
    return answers(port);
  }, 'coturn');
  return {
    url: `turn:127.0.0.1:${port}`,
    log,
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
