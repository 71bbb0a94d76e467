import { and, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import { decisionTerms } from '@/lib/server/card/decision/decision-terms';
import { lockCard } from '@/lib/server/card/ledger/card-lock';
import { purchaseKeyOf } from '@/lib/server/card/ledger/read-purchase';
import { settle } from '@/lib/server/card/ledger/settle';
import { cardOperations } from '@/lib/server/db/card-decision-tables';
import { describeError, log } from '@/lib/server/log';
import type { Outbox, SenderContext } from '../../outbox';
import type { OperationRow } from '../contract/contract';

type PurchaseOperation = Pick<OperationRow, 'authorizationId' | 'cardId' | 'reference'>;

/** How long refusals are handled again after a start, in case that the process ended before. */
const REPEATED_DAYS = 7;
/** Pause before a purchase that couldn't be handled is tried again, for example because no price is known (ms). */
const PAUSE_MS = 5_000;

/**
 * Purchases whose operations the contract has refused, or has accepted after a refusal that left the chain, or whose credits were
 * canceled. What they need instead is queued, such as debits for captures.
 */
export class RefusedPurchases {
  readonly #open = new Map<string, PurchaseOperation>();
  #isLoaded = false;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly context: SenderContext,
    private readonly outbox: Outbox,
  ) {}

  add({ cardId, authorizationId, reference }: PurchaseOperation): void {
    const id = authorizationId ?? reference;
    if (id !== null) this.#open.set(id, { cardId, authorizationId, reference });
  }

  /** Queues what the purchases need. Those that fail are tried again. */
  async settle(): Promise<void> {
    if (!this.#isLoaded) await this.#load();
    if (performance.now() < this.#pausedUntil) return;
    const terms = await decisionTerms();
    for (const [id, operation] of this.#open) {
      const { cardId } = operation;
      try {
        await this.outbox.write(async (db) => {
          const key = await purchaseKeyOf(db, operation);
          if (key) await settle(db, { card: await lockCard(db, cardId), terms }, key);
        });
        this.#open.delete(id);
      } catch (error) {
        this.#pausedUntil = performance.now() + PAUSE_MS;
        log.warn({ cardId, purchase: id, err: describeError(error) }, 'a refused purchase was not handled');
      }
    }
  }

  async #load(): Promise<void> {
    const { db, inTurn, chain } = this.context;
    const rows = await inTurn(() =>
      db
        .select()
        .from(cardOperations)
        .where(
          and(
            eq(cardOperations.chainId, chain.id),
            or(
              eq(cardOperations.state, 'refused'),
              and(eq(cardOperations.state, 'posted'), isNotNull(cardOperations.reason)),
              and(eq(cardOperations.state, 'canceled'), eq(cardOperations.kind, 'credit')),
            ),
            gt(cardOperations.createdAt, sql`now() - make_interval(days => ${REPEATED_DAYS})`),
          ),
        ),
    );
    for (const row of rows) this.add(row);
    this.#isLoaded = true;
  }
}
