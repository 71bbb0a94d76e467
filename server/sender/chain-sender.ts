import { and, eq } from 'drizzle-orm';
import type { LeaderTask } from '@/lib/server/db/leader';
import { type SenderRole, type SenderState, senders } from '@/lib/server/db/sender-tables';
import { log } from '@/lib/server/log';
import { type Loop, startLoop } from '@/lib/server/loop';
import { CardSender } from './card/card-sender';
import type { SenderContext } from './outbox';
import { Relayer } from './relayer';
import { type ChainView, type Change, continues, readView } from './view';

const ROUND_INTERVAL_MS = 400;
/** Interval at which an idle sender asks the database. Less than the time for which transfers are collected. */
const IDLE_INTERVAL_MS = 800;
/** How long a head below the last one counts as that of a node that lags, instead of a shorter chain (ms). */
const LAG_GRACE_MS = 10_000;
/** Interval of the sign of life that the site's quotes require. */
const BEAT_INTERVAL_MS = 2_000;

/** What a role does on one chain. */
type RoleTask = {
  /** Whether the last run found nothing to send or follow. */
  readonly isIdle: boolean;
  /** Updates what is stored from the chain, and sends what waits. Returns what it can't do at the moment. */
  run: (view: ChainView, change: Change) => Promise<SenderState>;
};

const ROLES: Record<SenderRole, (context: SenderContext) => RoleTask> = {
  relayer: (context) => new Relayer(context),
  card: (context) => new CardSender(context),
};

/** The active sender of one role on one chain. */
export class ChainSender implements LeaderTask {
  readonly #task: RoleTask;
  #loop: Loop | null = null;
  #last: ChainView | null = null;
  /** Whether the last round failed. It may have stored what it saw in a block that `#last` doesn't know. */
  #hasFailed = false;
  #state: SenderState = 'ready';
  #lagsSince: number | null = null;
  #beatAt = Number.NEGATIVE_INFINITY;
  #ranAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly context: SenderContext) {
    this.#task = ROLES[context.role](context);
  }

  start(): void {
    const { role, chain } = this.context;
    this.#loop = startLoop(ROUND_INTERVAL_MS, () => this.#round(), `the ${role} of chain ${chain.id}`);
  }

  async stop(): Promise<void> {
    await this.#loop?.stop();
  }

  async #round(): Promise<void> {
    const { chain, account } = this.context;
    const last = this.#last;
    const view = await readView(chain, account.address, last);
    if (this.#lags(view)) return;
    const isReorganized = last === null || this.#hasFailed || !(await continues(chain, last, view));
    const isNew = isReorganized || view.hash !== last.hash;
    if (!isNew && this.#task.isIdle && performance.now() - this.#ranAt < IDLE_INTERVAL_MS) return;
    this.#ranAt = performance.now();
    // A round can take long, and the site's quotes require a sign of life. A round after a failed one gives none at its start.
    const hadFailed = this.#hasFailed;
    this.#hasFailed = true;
    if (!hadFailed) await (last === null ? this.#keepHeartbeat() : this.#beat(this.#state, view));
    const state = await this.#task.run(view, { isNew, isReorganized });
    // Only after the round: one that fails is repeated.
    this.#last = view;
    this.#hasFailed = false;
    await this.#beat(state, view);
  }

  #lags({ number }: ChainView): boolean {
    if (this.#last === null || number >= this.#last.number) {
      this.#lagsSince = null;
      return false;
    }
    this.#lagsSince ??= performance.now();
    return performance.now() - this.#lagsSince < LAG_GRACE_MS;
  }

  /** Updates the heartbeat and keeps the previous process's state, because the first round has no state yet. */
  async #keepHeartbeat(): Promise<void> {
    const { role, chain, db, inTurn } = this.context;
    const isOwn = and(eq(senders.role, role), eq(senders.chainId, chain.id));
    await inTurn(() => db.update(senders).set({ beatAt: new Date() }).where(isOwn));
  }

  async #beat(state: SenderState, { balance }: ChainView): Promise<void> {
    const { role, chain, account, db, inTurn } = this.context;
    if (state !== this.#state) log.warn({ role, chainId: chain.id, state }, 'the state of a sender changed');
    else if (performance.now() - this.#beatAt < BEAT_INTERVAL_MS) return;
    const beat = { address: account.address, state, balance, beatAt: new Date() };
    await inTurn(() =>
      db
        .insert(senders)
        .values({ role, chainId: chain.id, ...beat })
        .onConflictDoUpdate({ target: [senders.role, senders.chainId], set: beat }),
    );
    this.#state = state;
    this.#beatAt = performance.now();
  }
}
