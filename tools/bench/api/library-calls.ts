import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Pool } from 'pg';
import { createPublicClient, hashMessage, http, recoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { chainsFileSchema } from '@/lib/evm/chains-file';
import { startPostgres } from '@/scripts/launcher/database/postgres';
import { callRate, recoverable } from '../sign-in-requests';

/**
 * Measures each library call that a sign-in makes, in calls per second: signature recovery, the RPC request for the
 * account's code, and a committed write. Asynchronous calls run with a concurrency of `atOnce`. The last entry measures
 * signature recovery with viem, which sign-ins don't use.
 */
export async function libraryRates(
  dataDir: string,
  atOnce: number,
  seconds: number,
): Promise<Record<string, number>> {
  const { chains } = chainsFileSchema.parse(
    JSON.parse(await readFile(path.join(dataDir, 'chains.json'), 'utf8')),
  );
  const node = createPublicClient({ transport: http(chains[0]?.rpcUrl, { batch: true }) });
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const recover = recoverable();
  const account = privateKeyToAccount(`0x${'5a'.repeat(32)}`);
  const signed = {
    hash: hashMessage('a message'),
    signature: await account.signMessage({ message: 'a message' }),
  };
  // Reuses the running site's database server.
  const { url } = await startPostgres(dataDir);
  const pool = new Pool({ connectionString: url, max: 10 });
  try {
    await pool.query('create table if not exists bench_writes (id bigserial primary key, at timestamptz)');
    return {
      'libauth: recovery of a signer': await callRate(1, seconds, async () => recover()),
      'viem: code of an account (contracts only)': await callRate(atOnce, seconds, () =>
        node.getCode({ address }),
      ),
      'pg: a committed insert': await callRate(atOnce, seconds, () =>
        pool.query('insert into bench_writes (at) values (now())'),
      ),
      'viem: recovery of a signer (not used)': await callRate(1, seconds, () => recoverAddress(signed)),
    };
  } finally {
    await pool.query('drop table if exists bench_writes');
    await pool.end();
  }
}
