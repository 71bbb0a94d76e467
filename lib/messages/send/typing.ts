import type { Address } from 'viem';
import { requireConversation } from '@/lib/messages/core/conversations';
import type { Engine } from '@/lib/messages/core/engine';
import { mainGroup } from '@/lib/messages/members/groups';
import type { ConversationId } from '@/lib/messages/protocol/view-types';
import { sendTyping } from './outbox';

/** How long an account is shown as typing after a signal, in ms. */
const SHOWN_MS = 8_000;
/** Minimum time between two signals of this account in a conversation, in ms. */
const BETWEEN_MS = 4_000;

/** Who is typing, and the signals that this account sends while its user types. */
export class Typing {
  readonly #engine: Engine;
  readonly #onChange: () => void;
  readonly #sentAt = new Map<ConversationId, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When each account stops being shown as typing, in ms since the epoch, by conversation. */
  readonly until = new Map<ConversationId, Map<Address, number>>();

  constructor(engine: Engine, onChange: () => void) {
    this.#engine = engine;
    this.#onChange = onChange;
    engine.onTyping((id, by) => this.#show(id, by));
  }

  #show(id: ConversationId, by: Address): void {
    const accounts = this.until.get(id) ?? new Map<Address, number>();
    accounts.set(by, this.#engine.now() + SHOWN_MS);
    this.until.set(id, accounts);
    this.#onChange();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onChange, SHOWN_MS + 1);
  }

  /** Sends a signal, unless the last one is recent or the user turned typing signals off. */
  async send(id: ConversationId): Promise<void> {
    const engine = this.#engine;
    const now = engine.now();
    if (now - (this.#sentAt.get(id) ?? 0) < BETWEEN_MS) return;
    this.#sentAt.set(id, now);
    if (!(await engine.settings()).sharesTyping) return;
    const conversation = await requireConversation(engine, id);
    // Typing alone neither starts a group nor answers a request.
    if (conversation.isRequest || !(await mainGroup(engine, conversation))) return;
    await engine.withConversation(id, () => sendTyping(engine, id));
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
