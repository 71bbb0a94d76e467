import 'server-only';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import type { z } from 'zod';
import type { activity } from '@/lib/api/schemas/activity';
import { findChain, type ServerChain } from '@/lib/server/chain/node';
import { database } from '../db/client';
import { transactions } from '../db/transaction-tables';
import type { Client } from '../http/client';
import { createClientTurns } from '../limits/client-turn';
import { createFairQueue } from '../limits/fair-queue';
import { countVerification } from '../metrics/count';
import { checkChain } from './check-chain';
import { notYet, proveTransaction } from './prove';
import type { VerifyRule } from './rules';
import { asActivity, storeTransactions } from './store';

/** Creates the turns of clients and of all proofs. Each proof may hold a large receipt. */
const createTurns = () => ({
  ofClient: createClientTurns({
    limit: 'verify',
    perClient: { concurrent: 4, waiting: 120 },
    perNetwork: { concurrent: 8, waiting: 480 },
    retryAfter: 5,
  }),
  ofAll: createFairQueue(16, 400),
});

/** Stored on globalThis, because Next may load this module more than once, but the turns must be shared. */
const key = Symbol.for('tidewell.proof-turns');
const registry = globalThis as typeof globalThis & { [key]?: ReturnType<typeof createTurns> };
registry[key] ??= createTurns();
const turns = registry[key];

type Claim = { rule: VerifyRule; chain: ServerChain; owner: Address; txHash: Hex };

async function findStored({ rule, chain, owner, txHash }: Claim) {
  const [row] = await database('transaction')
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, chain.id),
        eq(transactions.txHash, txHash),
        eq(transactions.owner, owner),
        eq(transactions.kind, rule.kind),
        isNull(transactions.orphanedAt),
      ),
    )
    .orderBy(asc(transactions.logIndex))
    .limit(1);
  return row ?? null;
}

/** Returns the stored transaction if it's still on the chain. Queries the node only if something is stored. */
async function readCredited(claim: Claim) {
  if (!(await findStored(claim))) return null;
  const { head } = await checkChain(claim.chain);
  const row = await findStored(claim);
  return row && asActivity(row, head);
}

/**
 * Credits a transaction of `owner`, once, after proving it from the chain. Repeated calls return the stored result. If
 * the transaction has several events of the owner, stores them all and returns the first by log index.
 * @throws ApiError 400 for an unknown chain, 422 if the chain contradicts the claim, 425 if there are too few
 * confirmations, 429 or 503 if too many proofs are waiting, 503 if the node is unreachable.
 */
export const verifyTransaction = (
  rule: VerifyRule,
  by: { owner: Address; client: Client },
  named: { chainId: number; txHash: Hex },
): Promise<z.input<typeof activity>> => countVerification(rule.kind, () => credit(rule, by, named));

async function credit(
  rule: VerifyRule,
  { owner, client }: { owner: Address; client: Client },
  { chainId, txHash }: { chainId: number; txHash: Hex },
): Promise<z.input<typeof activity>> {
  const chain = await findChain(chainId);
  const claim = { rule, chain, owner, txHash };
  const stored = await readCredited(claim);
  if (stored) return stored;
  const proven = await turns.ofClient(client, () =>
    turns.ofAll(client.network ?? client.id, () => proveTransaction(rule, chain, { owner, txHash })),
  );
  await storeTransactions(chain, proven);
  const credited = await readCredited(claim);
  if (!credited) throw notYet(chain, 0n);
  return credited;
}
