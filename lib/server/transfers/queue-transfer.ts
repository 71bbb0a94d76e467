import 'server-only';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import pLimit, { type LimitFunction } from 'p-limit';
import {
  type Address,
  compactSignatureToSignature,
  type Hex,
  parseCompactSignature,
  parseSignature,
  serializeSignature,
  size,
} from 'viem';
import type { z } from 'zod';
import type { transferInput, transferJob } from '@/lib/api/schemas/transfer';
import { recoverSigner } from '../auth/signature';
import { findChain, readLatestBlock, type ServerChain } from '../chain/node';
import { database, inTransaction, type Queryable } from '../db/database';
import { transfers } from '../db/sender-tables';
import { ApiError } from '../http/api-error';
import { findJob } from './jobs';
import { accountAllowance, accountProblem, minimumOf, relayerProblem } from './limits';
import { listedToken } from './listed-token';
import { EXPIRED } from './route';
import { routes } from './routes';

/** Bounds of the time until a deadline, in seconds: enough to be mined, and not so long that a job is kept for hours. */
const MIN_VALID_S = 60;
const MAX_VALID_S = 60 * 60;
/** How often a transfer is simulated again because the same account queued another through another instance. */
const ATTEMPTS = 5;

type NewTransfer = typeof transfers.$inferInsert;

const refuse = (reason: string) => new ApiError(422, 'transferRefused', { reason });

/** Returns a key's signature in the only form that the vault and tokens accept: 65 bytes, with v of 27 or 28. */
const canonical = (signature: Hex): Hex =>
  serializeSignature(
    size(signature) === 64
      ? compactSignatureToSignature(parseCompactSignature(signature))
      : parseSignature(signature),
  );

/** Returns an account's transfers on a chain that aren't decided yet, in the order in which they are sent. */
const readOpen = (db: Queryable, owner: Address, chainId: number) =>
  db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.owner, owner),
        eq(transfers.chainId, chainId),
        inArray(transfers.state, ['queued', 'sent']),
      ),
    )
    .orderBy(asc(transfers.createdAt));

/**
 * Adds a transfer to the queue, unless its account's limits forbid it. Returns false if the account has an open
 * transfer that isn't in `simulated`: it uses the same balance, so the new one must be simulated again.
 * @throws ApiError 422.
 */
const insert = (row: NewTransfer, minimum: bigint, simulated: ReadonlySet<string>): Promise<boolean> =>
  inTransaction('transaction', async (db) => {
    // Calls of the same account take turns, so that two can't use the same allowance or balance.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`transfers ${row.owner}`}, 0))`);
    const open = await readOpen(db, row.owner, row.chainId);
    if (open.some(({ id }) => !simulated.has(id))) return false;
    const problem = accountProblem(
      await accountAllowance(db, row.owner, row.chainId),
      row.amountRaw,
      minimum,
    );
    if (problem) throw refuse(problem);
    await db.insert(transfers).values(row).onConflictDoNothing();
    return true;
  });

/**
 * Simulates a transfer after all open ones of its account, which reserves their amounts, and queues it.
 * @throws ApiError 422 with the reason, or 503.
 */
async function simulateAndInsert(chain: ServerChain, row: NewTransfer, minimum: bigint): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const open = await readOpen(database('transaction'), row.owner, chain.id);
    if (open.some(({ id }) => id === row.id)) return;
    const before = open.filter(({ contract }) => contract === row.contract);
    const refusal = (await routes[row.route].simulateBatch(chain, [...before, row])).at(-1);
    if (refusal) throw refuse(refusal);
    if (await insert(row, minimum, new Set(open.map(({ id }) => id)))) return;
  }
  throw new ApiError(503, 'busy');
}

/** Calls of an account that wait for each other, because each is simulated after the ones before. */
const turns = new Map<Address, LimitFunction>();

async function inTurn(owner: Address, run: () => Promise<void>): Promise<void> {
  const turn = turns.get(owner) ?? pLimit(1);
  turns.set(owner, turn);
  await turn(run).finally(() => {
    if (turn.activeCount + turn.pendingCount === 0) turns.delete(owner);
  });
}

/**
 * Queues a signed transfer of the session's account and returns its job. The same transfer again returns the same job.
 * Its signature is checked first: with the account's key, or else by the vault, which asks a contract (ERC-1271).
 * @throws ApiError 400 for an unknown chain, 422 with the reason if it isn't accepted, or 503.
 */
export async function queueTransfer(
  owner: Address,
  input: z.output<typeof transferInput>,
): Promise<z.input<typeof transferJob>> {
  const { chainId, route: routeName, token: tokenAddress, to, amountRaw, nonce, deadline, signature } = input;
  const chain = await findChain(chainId);
  const route = routes[routeName];
  const token = await listedToken(chainId, tokenAddress);
  const domain = token && (await route.findDomain(chain, token.address, owner));
  // A vault's nonce is a number, and a token's nonce is 32 bytes.
  if (!domain || (routeName === 'vault') !== (typeof nonce === 'bigint')) throw refuse('unsupported');
  const contract = domain.verifyingContract;
  const unsigned = { contract, owner, to, token: token.address, amountRaw, nonce: BigInt(nonce), deadline };
  const id = route.digestOf(domain, unsigned);
  const known = await findJob(owner, id);
  if (known) return known;

  const problem = await relayerProblem(chainId);
  if (problem) throw refuse(problem);
  const latest = await readLatestBlock(chain);
  const now = Math.max(Date.now(), latest.at.getTime()) / 1_000;
  if (deadline < now + MIN_VALID_S) throw refuse(EXPIRED);
  if (deadline > now + MAX_VALID_S) throw refuse('deadlineTooFar');
  const hasKey = (await recoverSigner(id, signature)) === owner;
  const proof = await route.proofOf(chain, owner, hasKey);
  if (!proof) throw refuse('InvalidSignature');
  const row: NewTransfer = {
    ...unsigned,
    id,
    chainId,
    route: routeName,
    signature: hasKey ? canonical(signature) : signature,
    proof,
    state: 'queued',
    queuedAtBlock: latest.number,
  };
  await inTurn(owner, () => simulateAndInsert(chain, row, minimumOf(token)));
  const job = await findJob(owner, id);
  if (!job) throw new ApiError(503, 'busy');
  return job;
}
