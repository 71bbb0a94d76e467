import { isRefusal } from '@/lib/messages/core/api';
import { groupsOf, requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { UnverifiedError } from '@/lib/messages/protocol/device-binding';
import { isFinal, MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import { shareName } from './announcements';
import { attempt } from './attempt';
import { deliverCommits } from './commits';
import { maintainGroup } from './maintain-group';
import { flushOutbox } from './outbox';

/** The result of a run. `isOnline`: the server was reachable, and refused nothing for now. */
export type Run = { isOnline: boolean; isRevoked: boolean; failures: readonly unknown[] };

/** Maintains a conversation's groups. Where this device fails, another member's may succeed, or it retries later. */
async function maintain(engine: Engine, id: ConversationId): Promise<void> {
  const { groups } = await requireConversation(engine, id);
  for (const { groupId } of await groupsOf(engine, { id, groups })) {
    const conversation = await requireConversation(engine, id);
    // Requests wait until the user accepts them, because members would see the commits. Nothing is sent in an abandoned
    // group, so a new device that doesn't know that must not be in it.
    if (!conversation.isRequest && !conversation.abandoned.includes(groupId))
      await attempt(() => maintainGroup(engine, { conversation, groupId }));
  }
  await attempt(() => shareName(engine, id));
}

/** Sends what waits in a conversation: commits without a response, maintenance if it is due, and messages in order. */
async function runOnce(engine: Engine, id: ConversationId, isMaintained: boolean): Promise<Run> {
  const run = { isOnline: true, isRevoked: false, failures: [] as unknown[] };
  /** Runs one step. Returns whether the next one can succeed if it failed. */
  const step = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof UnverifiedError) run.isOnline = false;
      else if (!(error instanceof MessengerError)) run.failures.push(error);
      else if (error.reason === 'noDevice') run.isRevoked = true;
      else run.isOnline = false;
      return isRefusal(error) || !isFinal(error);
    }
  };
  await engine.withConversation(id, async () => {
    if (!(await engine.store.read('conversations', id))) return;
    if (!(await step(() => deliverCommits(engine, id)))) return;
    if (isMaintained && !(await step(() => maintain(engine, id)))) return;
    await step(() => flushOutbox(engine, id));
  });
  return run;
}

/** Sends in each conversation one thing after another, and in all of them side by side, so a slow one delays no other. */
export class ConversationQueues {
  readonly #engine: Engine;
  readonly #running = new Map<ConversationId, Promise<Run>>();
  /** Runs that haven't begun yet. */
  readonly #queued = new Map<ConversationId, { isMaintained: boolean; done: Promise<Run> }>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Sends what waits in a conversation, after the run that has begun before. Never rejects. */
  run(id: ConversationId, isMaintained = false): Promise<Run> {
    const queued = this.#queued.get(id);
    if (queued) {
      queued.isMaintained ||= isMaintained;
      return queued.done;
    }
    const before = this.#running.get(id) ?? Promise.resolve(null);
    const begin = async (): Promise<Run> => {
      this.#queued.delete(id);
      this.#running.set(id, entry.done);
      try {
        return await runOnce(this.#engine, id, entry.isMaintained);
      } catch (error) {
        return { isOnline: true, isRevoked: false, failures: [error] };
      } finally {
        this.#running.delete(id);
      }
    };
    const entry = { isMaintained, done: before.then(begin) };
    this.#queued.set(id, entry);
    return entry.done;
  }

  /** Resolves when nothing is being sent anymore. */
  async idle(): Promise<void> {
    const runs = () => [...this.#running.values(), ...[...this.#queued.values()].map(({ done }) => done)];
    while (runs().length > 0) await Promise.all(runs());
  }
}
