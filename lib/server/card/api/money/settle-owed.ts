import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { type Address, getAddress, isAddressEqual, type Log, parseEventLogs } from 'viem';
import type { z } from 'zod';
import type { settleOwedInput, settleOwedResult } from '@/lib/api/schemas/card';
import { cardAccountAbi } from '@/lib/evm/abi/card-account';
import { findChain } from '../../../chain/node';
import { cardAccounts, cardSettlements } from '../../../db/card-tables';
import { inTransaction, type Queryable } from '../../../db/database';
import { readContractLogs, refuse, requireFinal } from '../../../verify/prove-transaction';
import { announceCardOwners } from '../../announce';
import { ofAccount } from '../../open-account';

type Payment = { contract: Address; token: Address; amount: bigint; logIndex: number };

/** Returns what an account added to `settled` of the contract. @throws ApiError 422 if there is nothing. */
function paymentsOf(owner: Address, logs: Log<bigint, number, false>[]): Payment[] {
  const events = parseEventLogs({ abi: cardAccountAbi, eventName: 'SettledFunded', logs });
  if (events.length === 0) throw refuse('not_our_contract', 'notOurContract');
  const own = events.filter(({ args }) => isAddressEqual(args.funder, owner));
  if (own.length === 0) throw refuse('not_owner', 'notOwner');
  return own.map(({ address, logIndex, args: { token, amount } }) => ({
    contract: getAddress(address),
    ...{ token, amount, logIndex },
  }));
}

type Source = { chainId: number; txHash: `0x${string}`; owner: Address };

/** Lowers what an account owes by a payment, once. Returns what is left, or null without such an account. */
async function credit(
  db: Queryable,
  { chainId, txHash, owner }: Source,
  { contract, token, amount, logIndex }: Payment,
): Promise<bigint | null> {
  const [account] = await db
    .select({ id: cardAccounts.id, owed: cardAccounts.owed })
    .from(cardAccounts)
    .where(ofAccount({ chainId, contract, owner, token }))
    .for('no key update');
  if (!account) return null;
  const [stored] = await db
    .insert(cardSettlements)
    .values({ chainId, txHash, logIndex, accountId: account.id, amountRaw: amount })
    .onConflictDoNothing()
    .returning({ accountId: cardSettlements.accountId });
  if (!stored) return account.owed;
  const [changed] = await db
    .update(cardAccounts)
    .set({ owed: sql`greatest(${cardAccounts.owed} - ${String(amount)}::numeric, 0)` })
    .where(and(eq(cardAccounts.id, account.id)))
    .returning({ owed: cardAccounts.owed });
  return changed?.owed ?? 0n;
}

/**
 * Verifies that the account paid what it owes with a transaction that called `fund` of the contract, and lowers what is owed. Each
 * event counts once, so the same call again changes nothing. Returns what is still owed in the token.
 * @throws ApiError 400 for an unknown chain, 422 if the transaction isn't such a payment, 425 if it isn't final yet, or 503.
 */
export async function settleOwed(
  owner: Address,
  { chainId, txHash }: z.output<typeof settleOwedInput>,
): Promise<z.input<typeof settleOwedResult>> {
  const chain = await findChain(chainId);
  const { receipt, logs } = await readContractLogs(chain, 'card_contract', txHash);
  const payments = paymentsOf(owner, logs);
  await requireFinal(chain, txHash, receipt);
  const left: bigint[] = [];
  // One transaction per payment, because locks of several accounts could end in a deadlock.
  for (const payment of payments) {
    const owed = await inTransaction('transaction', (db) => credit(db, { chainId, txHash, owner }, payment));
    if (owed !== null) left.push(owed);
  }
  announceCardOwners([owner]);
  const [first] = left;
  if (first === undefined) throw refuse('unknown_token', 'unknownToken');
  return { owed: String(first) };
}
