import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startFixedServer } from '../fixed-server';
import { inTurn } from '../rounds';
import { printTable } from '../served-site';
import { warmUp } from '../sign-in-requests';
import { note, type Plan, roundsOf } from './plan';

/** Calls whose answers are the same for many clients. */
const SHARED_CALLS = ['/config/chainMapping', '/coin/all', '/coin/pricing', '/tokenlist.json'];

/** Returns a response's body as it's sent, compressed with gzip. */
async function packed(url: string): Promise<{ body: Buffer; etag: string }> {
  const sent = request(url, { headers: { 'accept-encoding': 'gzip' } }).end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (!answer) throw new Error(`no response from ${url}`);
  return { body: await buffer(answer), etag: answer.headers.etag ?? '' };
}

/** Benchmarks shared answers against a Node server that sends the same bytes, or the same 304. */
export async function measureShared(origin: string, fixedPort: number, plan: Plan): Promise<void> {
  const rows: string[][] = [];
  for (const call of SHARED_CALLS) {
    const url = `${origin}/api${call}`;
    const { body, etag } = await packed(url);
    const type = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', ETag: etag };
    const fixed = await startFixedServer(fixedPort, body, type);
    try {
      for (const [status, condition] of [
        [200, {}],
        [304, { 'if-none-match': etag }],
      ] as const)
        for (const connections of [16, 128]) {
          const headers = { 'accept-encoding': 'gzip', ...condition };
          const targets = [fixed.url, url].map((target) => ({ url: target, headers }));
          for (const target of targets) await warmUp(target);
          const [base, own] = await inTurn(targets, roundsOf(plan, connections));
          if (!base || !own) throw new Error('nothing was measured');
          const cells = [base.rate.toFixed(0), own.rate.toFixed(0), own.p99.toFixed(1), own.ratio.toFixed(2)];
          rows.push([`${call} ${status}`, String(connections), ...cells]);
        }
    } finally {
      fixed.stop();
    }
  }
  console.log(`\nShared answers with gzip (${note(plan)}):\n`);
  printTable(['call', 'connections', 'fixed Node server/s', 'requests/s', 'p99 ms', 'ratio'], rows);
}
