import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import { type Address, type Hex, numberToHex } from 'viem';
import type { z } from 'zod';
import { LISTED_JOBS, type transferJob, type transferJobs } from '@/lib/api/schemas/transfer';
import { database } from '../db/database';
import { outbox, transfers } from '../db/sender-tables';
import { ApiError } from '../http/api-error';

type Job = z.input<typeof transferJob>;

const columns = {
  id: transfers.id,
  chainId: transfers.chainId,
  route: transfers.route,
  token: transfers.token,
  to: transfers.to,
  amountRaw: transfers.amountRaw,
  nonce: transfers.nonce,
  deadline: transfers.deadline,
  state: transfers.state,
  reason: transfers.reason,
  createdAt: transfers.createdAt,
  // Until it is confirmed, the latest signed transaction.
  txHash: sql<Hex | null>`coalesce(${transfers.txHash}, ${outbox.hashes}[array_upper(${outbox.hashes}, 1)])`,
};

const select = () =>
  database('transaction').select(columns).from(transfers).leftJoin(outbox, eq(outbox.id, transfers.outboxId));

const asJob = (row: Awaited<ReturnType<typeof select>>[number]): Job => ({
  ...row,
  // What is stored of a confirmed one is the relayer's own.
  reason: row.state === 'confirmed' ? null : row.reason,
  amountRaw: String(row.amountRaw),
  nonce: row.route === 'vault' ? String(row.nonce) : numberToHex(row.nonce, { size: 32 }),
  createdAt: row.createdAt.toISOString(),
});

/** Returns an account's job, or null if there is none with this ID. */
export async function findJob(owner: Address, id: Hex): Promise<Job | null> {
  const [row] = await select().where(and(eq(transfers.id, id), eq(transfers.owner, owner)));
  return row ? asJob(row) : null;
}

/** Returns an account's job, or its latest ones without an ID. @throws ApiError 404 if there is none with this ID. */
export async function readJobs(owner: Address, id?: Hex): Promise<z.input<typeof transferJobs>> {
  if (id === undefined) {
    const rows = await select()
      .where(eq(transfers.owner, owner))
      .orderBy(desc(transfers.createdAt))
      .limit(LISTED_JOBS);
    return { jobs: rows.map(asJob) };
  }
  const job = await findJob(owner, id);
  if (!job) throw new ApiError(404, 'notFound');
  return { jobs: [job] };
}

/**
 * Takes an account's job from the queue, unless it was sent already, and returns it. Its signature stays valid until its
 * deadline.
 * @throws ApiError 404 if there is none with this ID.
 */
export async function cancelJob(owner: Address, id: Hex): Promise<Job> {
  await database('transaction')
    .update(transfers)
    .set({ state: 'canceled' })
    .where(and(eq(transfers.id, id), eq(transfers.owner, owner), eq(transfers.state, 'queued')));
  const job = await findJob(owner, id);
  if (!job) throw new ApiError(404, 'notFound');
  return job;
}
