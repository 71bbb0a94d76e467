import 'server-only';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import type { z } from 'zod';
import type { activity } from '@/lib/api/schemas/activity';
import { findChain, type ServerChain } from '@/lib/server/chain/node';
import { database } from '../db/client';
import { transactions } from '../db/transaction-tables';
import { countVerification } from '../metrics/count';
import { checkChain } from './check-chain';
import { notYet, proveTransaction } from './prove';
import type { VerifyRule } from './rules';
import { asActivity, storeTransactions } from './store';

type Question = { rule: VerifyRule; chain: ServerChain; owner: Address; txHash: Hex };

async function findStored({ rule, chain, owner, txHash }: Question) {
  const [row] = await database()
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

/** What is stored and still on the chain; the node is asked only where something is stored. */
async function answerStored(question: Question) {
  if (!(await findStored(question))) return null;
  const { head } = await checkChain(question.chain);
  const row = await findStored(question);
  return row && asActivity(row, head);
}

/**
 * Credits a transaction of `owner` after proof from the chain, once; asked again, gives the stored result. A transaction
 * with several events of theirs stores them all and answers the first by log index.
 * @throws ApiError 400 for an unknown chain, 422 where the chain says otherwise, 425 where it is too early, 503 where
 * the node is out of reach.
 */
export const verifyTransaction = (
  rule: VerifyRule,
  owner: Address,
  named: { chainId: number; txHash: Hex },
): Promise<z.input<typeof activity>> => countVerification(rule.kind, () => credit(rule, owner, named));

async function credit(
  rule: VerifyRule,
  owner: Address,
  { chainId, txHash }: { chainId: number; txHash: Hex },
): Promise<z.input<typeof activity>> {
  const chain = await findChain(chainId);
  const question = { rule, chain, owner, txHash };
  const stored = await answerStored(question);
  if (stored) return stored;
  await storeTransactions(chain, await proveTransaction(rule, chain, { owner, txHash }));
  const credited = await answerStored(question);
  if (!credited) throw notYet(chain, 0n);
  return credited;
}
