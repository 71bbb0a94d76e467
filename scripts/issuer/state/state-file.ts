import { z } from 'zod';
import { readIfThere, writeWhole } from '@/server/process/file';
import type { CardSecrets } from './card-numbers';
import {
  type Authorization,
  type Card,
  type Cardholder,
  type Dispute,
  type IssuerEvent,
  newState,
  type State,
  type Transaction,
} from './state';

/** Most events in the file, the latest ones. */
const MAX_EVENTS = 1_000;

/** What the file has. Nonces, ephemeral keys, and the key for PINs are of one run. */
const content = z.object({
  cardholders: z.array(z.custom<Cardholder>()),
  cards: z.array(z.custom<Card>()),
  authorizations: z.array(z.custom<Authorization>()),
  transactions: z.array(z.custom<Transaction>()),
  disputes: z.array(z.custom<Dispute>()),
  events: z.array(z.custom<IssuerEvent>()),
  secrets: z.array(z.tuple([z.string(), z.custom<CardSecrets>()])),
});

const kinds = ['cardholders', 'cards', 'authorizations', 'transactions', 'disputes', 'events'] as const;

function restore({ secrets, ...lists }: z.output<typeof content>): State {
  const state = newState();
  const fill = <Item>(collection: { add(item: Item): unknown }, items: readonly Item[]) => {
    for (const item of items) collection.add(item);
  };
  fill<Cardholder>(state.cardholders, lists.cardholders);
  fill<Card>(state.cards, lists.cards);
  fill<Authorization>(state.authorizations, lists.authorizations);
  fill<Transaction>(state.transactions, lists.transactions);
  fill<Dispute>(state.disputes, lists.disputes);
  fill<IssuerEvent>(state.events, lists.events);
  for (const [id, secret] of secrets) state.secrets.set(id, secret);
  return state;
}

function snapshot(state: State): string {
  const lists = kinds.map((kind) => [kind, state[kind].newestFirst().reverse()] as const);
  const { events = [], ...others } = Object.fromEntries(lists);
  return JSON.stringify({ ...others, events: events.slice(-MAX_EVENTS), secrets: [...state.secrets] });
}

/** An issuer's state in a file, so that its cards outlive the process. */
export class StateFile {
  /** Settles when the latest write has ended, also if it failed. */
  #latest: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;

  private constructor(
    private readonly file: string,
    readonly state: State,
  ) {}

  /** Reads the file, or starts with an empty state without one. @throws ZodError or SyntaxError if it is damaged. */
  static async open(file: string): Promise<StateFile> {
    const text = await readIfThere(file);
    return new StateFile(file, text === undefined ? newState() : restore(content.parse(JSON.parse(text))));
  }

  /** Writes the state as it is now, or later. Concurrent calls share a write. Resolves once it is written. */
  save(): Promise<void> {
    this.#next ??= this.#latest.then(() => {
      this.#next = undefined;
      const write = writeWhole(this.file, snapshot(this.state), 0o600);
      this.#latest = Promise.allSettled([write]);
      return write;
    });
    return this.#next;
  }
}
