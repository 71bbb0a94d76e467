import { randomBytes } from 'node:crypto';
import { and, asc, count, eq, inArray, lt, sql } from 'drizzle-orm';
import { bytesToBigInt, type Hex, hashTypedData } from 'viem';
import { CARD_DOMAIN, withdrawNowTypes } from '@/lib/evm/card-account';
import { announceCardOwners } from '@/lib/server/card/announce';
import { updateUnplaced } from '@/lib/server/card/unplaced';
import { cardWithdrawals } from '@/lib/server/db/card-chain-tables';
import { cardOperations } from '@/lib/server/db/card-decision-tables';
import { cardAccounts, cards } from '@/lib/server/db/card-tables';
import type { Queryable } from '@/lib/server/db/database';
import type { Outbox, SenderContext } from '../outbox';
import type { ChainView } from '../view';
import { type CardContract, readOperator } from './contract/contract';

/** Age after which a block counts as settled, in seconds: that of 64 blocks of Ethereum. */
const SETTLED_S = 15 * 60;
/** How long a signature is valid, in seconds. */
const VALID_S = 120;
const MAX_REQUESTS = 50;

type Requested = {
  withdrawal: typeof cardWithdrawals.$inferSelect;
  account: typeof cardAccounts.$inferSelect;
};

/** Signs withdrawals without a delay, for money that no purchase needs, and ends those that can't be executed any more. */
export class WithdrawalSigner {
  constructor(
    private readonly context: SenderContext,
    private readonly outbox: Outbox,
  ) {}

  /** Signs what is requested, after the accounts were read at `view`. @throws ApiError 503 */
  async sign(contract: CardContract, view: ChainView): Promise<void> {
    await this.#endExpired(view);
    const open = await this.#requested(contract);
    if (open.length === 0) return;
    // Another key's signature would only fail.
    if ((await readOperator(contract)) !== this.context.account.address) return;
    for (const row of open) await this.#signOne(contract, view, row);
  }

  #requested({ address }: CardContract): Promise<Requested[]> {
    const { db, inTurn, chain } = this.context;
    return inTurn(() =>
      db
        .select({ withdrawal: cardWithdrawals, account: cardAccounts })
        .from(cardWithdrawals)
        .innerJoin(cardAccounts, eq(cardAccounts.id, cardWithdrawals.accountId))
        .where(
          and(
            eq(cardAccounts.chainId, chain.id),
            eq(cardAccounts.contract, address),
            eq(cardWithdrawals.state, 'requested'),
          ),
        )
        .orderBy(asc(cardWithdrawals.id))
        .limit(MAX_REQUESTS),
    );
  }

  async #signOne(
    { address: verifyingContract }: CardContract,
    { timestamp }: ChainView,
    { withdrawal, account }: Requested,
  ): Promise<void> {
    const { chain, account: operator } = this.context;
    const nonce = bytesToBigInt(randomBytes(32));
    const deadline = Math.max(Number(timestamp), Math.floor(Date.now() / 1_000)) + VALID_S;
    const { owner, token } = account;
    const message = {
      ...{ owner, token, amount: withdrawal.amountRaw, to: withdrawal.to, nonce },
      deadline: BigInt(deadline),
    };
    const typed = {
      domain: { ...CARD_DOMAIN, chainId: chain.id, verifyingContract },
      types: withdrawNowTypes,
      primaryType: 'WithdrawNow' as const,
      message,
    };
    const digest: Hex = hashTypedData(typed);
    const signed = { nonce, deadline, digest };
    const signature = await operator.signTypedData(typed);
    await this.outbox.write(async (db) => {
      const isCovered = await this.#isCovered(db, account.id);
      await db
        .update(cardWithdrawals)
        .set(
          isCovered
            ? { state: 'signed', ...signed, signature }
            : { state: 'refused', reason: 'InsufficientBalance' },
        )
        .where(and(eq(cardWithdrawals.id, withdrawal.id), eq(cardWithdrawals.state, 'requested')));
      if (!isCovered) await updateUnplaced(db, account.id);
    });
    announceCardOwners([owner]);
  }

  /**
   * Locks an account. Returns whether its money covers all holds, debits, and withdrawals that are open, this one included. The
   * owner can take what is leaving without the operator, so while holds or debits are open, it covers none of them.
   */
  async #isCovered(db: Queryable, accountId: number): Promise<boolean> {
    const [account] = await db
      .select()
      .from(cardAccounts)
      .where(eq(cardAccounts.id, accountId))
      .for('no key update');
    if (!account) return false;
    const [open] = await db
      .select({
        // Holds are in `unplaced` already.
        debits: sql<string>`coalesce(sum(${cardOperations.amountRaw}) filter (where ${cardOperations.kind} = 'debit'), 0)::text`,
        count: count(),
      })
      .from(cardOperations)
      .innerJoin(cards, eq(cards.id, cardOperations.cardId))
      .where(
        and(
          eq(cards.accountId, accountId),
          inArray(cardOperations.kind, ['hold', 'debit']),
          inArray(cardOperations.state, ['queued', 'sent']),
        ),
      );
    const { balance, held, unplaced, owed, leaving } = account;
    const free = balance - held - unplaced - owed - (open?.count ? leaving : 0n);
    return free >= BigInt(open?.debits ?? 0);
  }

  /** Ends withdrawals that no later block can execute, and whose event would be in a settled block, or in one of that age. */
  async #endExpired({ settled }: ChainView): Promise<void> {
    const { db, inTurn, chain } = this.context;
    // A local chain, which finalizes no blocks, may be idle.
    const now = chain.finality === null ? Math.floor(Date.now() / 1_000) - SETTLED_S : 0;
    const latest = Math.max(Number(settled?.timestamp ?? 0), now);
    const expired = await inTurn(() =>
      db
        .select({ id: cardWithdrawals.id, accountId: cardWithdrawals.accountId })
        .from(cardWithdrawals)
        .innerJoin(cardAccounts, eq(cardAccounts.id, cardWithdrawals.accountId))
        .where(
          and(
            eq(cardAccounts.chainId, chain.id),
            inArray(cardWithdrawals.state, ['signed']),
            lt(cardWithdrawals.deadline, latest),
          ),
        ),
    );
    for (const { id, accountId } of expired)
      await this.outbox.write(async (write) => {
        await write
          .select({ id: cardAccounts.id })
          .from(cardAccounts)
          .where(eq(cardAccounts.id, accountId))
          .for('no key update');
        await write
          .update(cardWithdrawals)
          .set({ state: 'expired' })
          .where(and(eq(cardWithdrawals.id, id), eq(cardWithdrawals.state, 'signed')));
        await updateUnplaced(write, accountId);
      });
  }
}
