import 'server-only';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import type { z } from 'zod';
import type { activity } from '@/lib/api/schemas/activity';
import { findChain, type ServerChain } from '@/lib/server/chain/node';
import { preparedQuery } from '../db/database';
import { transactions } from '../db/transaction-tables';
import { ApiError } from '../http/api-error';
import type { Client } from '../http/client-address';
import { createClientTurns } from '../limits/client-turn';
import { createFairQueue } from '../limits/fair-queue';
import { countVerification } from '../metrics/count';
import { checkChain, recentView, renewView } from './check-chain';
import { notYet, proveTransaction } from './prove-transaction';
import type { ChainView } from './rewind';
import type { VerifyRule } from './rules';
import { asActivity, storeTransactions } from './store-transactions';

type Activity = z.input<typeof activity>;

/**
 * Creates the turns of one chain: those of each client, and of all clients. A turn lasts until its transaction is stored,
 * so at most 16 wait to be stored, and few of them are of one client. Each may also hold a large receipt.
 */
function createTurns() {
  const ofClient = createClientTurns({
    limit: 'verify',
    perClient: { concurrent: 4, waiting: 120 },
    perNetwork: { concurrent: 8, waiting: 480 },
    retryAfter: 5,
  });
  const ofAll = createFairQueue(16, 400);
  return (client: Client, task: () => Promise<void>): Promise<void> =>
    ofClient(client, () => ofAll(client.network ?? client.id, task));
}

const createState = () => ({
  /** Turns by chain ID, so that a chain whose node is slow delays no other. */
  turns: new Map<number, ReturnType<typeof createTurns>>(),
  /** Running verifications, which concurrent calls with the same claim share, and when each of these calls is given up. */
  running: new Map<string, { result: Promise<Activity>; calls: AbortSignal[] }>(),
});

/** Stored on globalThis, because Next may load this module more than once, but the turns must be shared. */
const key = Symbol.for('tidewell.verifications');
const registry = globalThis as typeof globalThis & { [key]?: ReturnType<typeof createState> };
registry[key] ??= createState();
const { turns, running } = registry[key];

function turnsOf(chainId: number) {
  const known = turns.get(chainId) ?? createTurns();
  turns.set(chainId, known);
  return known;
}

type Claim = { rule: VerifyRule; chain: ServerChain; owner: Address; txHash: Hex };

const storedTransaction = preparedQuery('transaction', (db) =>
  db
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, sql.placeholder('chainId')),
        eq(transactions.txHash, sql.placeholder('txHash')),
        eq(transactions.owner, sql.placeholder('owner')),
        // Compared as text, because a parameter of an enum's array type would need the type's name.
        sql`${transactions.kind}::text = any(${sql.placeholder('kinds')}::text[])`,
        isNull(transactions.orphanedAt),
      ),
    )
    .orderBy(asc(transactions.logIndex))
    .limit(1)
    .prepare('stored_transaction'),
);

async function findStored({ rule, chain, owner, txHash }: Claim) {
  const [row] = await storedTransaction().execute({
    chainId: chain.id,
    txHash,
    owner,
    kinds: [...rule.kinds],
  });
  return row ?? null;
}

/** Returns the stored transaction if it's still on the chain, by a new check. Queries the node only if something is stored. */
async function readCredited(claim: Claim, check: (chain: ServerChain) => Promise<ChainView>) {
  if (!(await findStored(claim))) return null;
  const { head } = await check(claim.chain);
  const row = await findStored(claim);
  return row && asActivity(row, head);
}

/**
 * Returns the stored transaction, if an earlier call has credited it. Repeated calls share a check of the chain for up to a
 * second, as lists do, so that they cost one query each and no request to the node. A check that doesn't cover the
 * transaction's confirmations may be older than the credit, and isn't reused.
 */
async function readRepeated(claim: Claim) {
  const { chain } = claim;
  const view = recentView(chain);
  if (view) {
    const row = await findStored(claim);
    if (!row) return null;
    if (view.head - row.blockNumber + 1n >= chain.confirmations) return asActivity(row, view.head);
  }
  return readCredited(claim, renewView);
}

async function credit(claim: Claim, client: Client, calls: readonly AbortSignal[]): Promise<Activity> {
  const { rule, chain } = claim;
  const stored = await readRepeated(claim);
  if (stored) return stored;
  await turnsOf(chain.id)(client, async () => {
    // The callers have left while they waited, so others are next. They can verify again.
    if (calls.every(({ aborted }) => aborted)) throw new ApiError(503, 'busy');
    await storeTransactions(chain, await proveTransaction(rule, chain, claim));
  });
  // A new check, because the chain may have lost the block since it was proven.
  const credited = await readCredited(claim, checkChain);
  if (!credited) throw notYet(chain, 0n);
  return credited;
}

/** Credits a claim, or waits for a call that is already crediting it, so that a claim is never proven twice at once. */
function creditOnce(claim: Claim, client: Client, signal: AbortSignal): Promise<Activity> {
  const name = [claim.rule.name, claim.chain.id, claim.owner, claim.txHash].join(' ');
  const known = running.get(name);
  if (known) {
    known.calls.push(signal);
    return known.result;
  }
  const calls = [signal];
  const result = credit(claim, client, calls).finally(() => running.delete(name));
  running.set(name, { result, calls });
  return result;
}

/**
 * Credits a transaction of `owner`, once, after proving it from the chain. Repeated calls return the stored result. If
 * the transaction has several events of the owner, stores them all and returns the first by log index.
 * `signal` aborts when the caller leaves, which gives up its place in the queue.
 * @throws ApiError 400 for an unknown chain, 422 if the chain contradicts the claim, 425 if there are too few
 * confirmations, 429 or 503 if too many proofs are waiting, 503 if the node is unreachable.
 */
export const verifyTransaction = (
  rule: VerifyRule,
  { owner, client, signal }: { owner: Address; client: Client; signal: AbortSignal },
  { chainId, txHash }: { chainId: number; txHash: Hex },
): Promise<Activity> =>
  countVerification(rule.name, async () =>
    creditOnce({ rule, chain: await findChain(chainId), owner, txHash }, client, signal),
  );
