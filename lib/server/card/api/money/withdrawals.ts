import 'server-only';
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { withdrawal, withdrawalInput } from '@/lib/api/schemas/card';
import { findChain } from '../../../chain/node';
import { cardWithdrawals } from '../../../db/card-chain-tables';
import { cardAccounts } from '../../../db/card-tables';
import { database } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { findContract } from '../../../transfers/listed-token';
import { announceCardOwners } from '../../announce';
import { requestWithdrawNow } from '../../withdraw-now';
import { refuse } from '../issuer-call';

type Withdrawal = z.input<typeof withdrawal>;

/** Returns the latest withdrawal of an account that meets a condition, or null. */
async function find(owner: Address, condition: SQL | undefined): Promise<Withdrawal | null> {
  const [row] = await database('account')
    .select({ withdrawal: cardWithdrawals })
    .from(cardWithdrawals)
    .innerJoin(cardAccounts, eq(cardAccounts.id, cardWithdrawals.accountId))
    .where(and(eq(cardAccounts.owner, owner), condition))
    .orderBy(desc(cardWithdrawals.id))
    .limit(1);
  if (!row) return null;
  const { id, state, reason, nonce, deadline, signature } = row.withdrawal;
  return { id, state, reason, nonce: nonce === null ? null : String(nonce), deadline, signature };
}

/** Returns a withdrawal of an account. @throws ApiError 404 if there is none with this ID. */
export async function readWithdrawal(owner: Address, id: number): Promise<Withdrawal> {
  const found = await find(owner, eq(cardWithdrawals.id, id));
  if (!found) throw new ApiError(404, 'notFound');
  return found;
}

/**
 * Requests the operator's signature for a withdrawal without a delay, and reserves the amount. While one is open, the same request
 * again returns it.
 * @throws ApiError 400 for an unknown chain, or 422 if the account can't withdraw that much.
 */
export async function requestWithdrawal(
  owner: Address,
  { chainId, token, amountRaw, to }: z.output<typeof withdrawalInput>,
): Promise<Withdrawal> {
  await findChain(chainId);
  const contract = await findContract(chainId, 'card_contract');
  if (!contract) throw refuse(422, 'cardUnavailable');
  const open = await find(
    owner,
    and(
      ...[
        eq(cardAccounts.chainId, chainId),
        eq(cardAccounts.contract, contract),
        eq(cardAccounts.token, token),
      ],
      ...[eq(cardWithdrawals.amountRaw, amountRaw), eq(cardWithdrawals.to, to)],
      inArray(cardWithdrawals.state, ['requested', 'signed']),
    ),
  );
  if (open) return open;
  const id = await requestWithdrawNow({ chainId, contract, owner, token, amount: amountRaw, to });
  if (id === null) throw refuse(422, 'withdrawalBalance');
  announceCardOwners([owner]);
  return readWithdrawal(owner, id);
}
