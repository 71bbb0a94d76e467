import { setTimeout as delay } from 'node:timers/promises';
import type { Hex } from 'viem';
import type { z } from 'zod';
import { inbox, sendResult } from '@/lib/api/schemas/messages';
import { E2E_ORIGIN } from '@/tests/support/e2e-site';
import { commitBody, frame, type Group, messageBody, newGroup } from '@/tests/support/message-frames';
import { keyOf, newAccount, newDevice } from '@/tests/support/messaging';
import { LoadClient } from '../soak/load-client';
import type { Tally } from '../soak/tally';
import { dataOf, signIn } from '../soak/users';
import type { EnteredSite } from './other-load-site';

/** Bytes of a message's ciphertext. A short text has about this size, padded and with its MLS frame. */
const CIPHERTEXT_BYTES = 256;
/** When the receiver acknowledges items of the stream, as the messenger does: in ms, or with so many items. */
const ACKNOWLEDGE_MS = 1_000;
const ACKNOWLEDGE_ITEMS = 32;

export type Member = { client: LoadClient; token: string; deviceKey: Hex };

/** Signs in a new account, and binds a device to it. */
export async function createMember(site: EnteredSite, tally: Tally, number: number): Promise<Member> {
  const client = new LoadClient(site.proxy, tally, number);
  const account = newAccount();
  const token = await signIn(client, account, 31337);
  if (token === null) throw new Error(`member ${number} can't sign in`);
  const device = await newDevice(account, { site: new URL(E2E_ORIGIN).host, chainId: 31337 });
  const deviceKey = keyOf(device);
  const json = { deviceKey, binding: device.binding };
  const bound = await client.call('POST /messages/device', '/api/messages/device', { json, token });
  if (bound?.status !== 200) throw new Error(`member ${number} can't bind a device: ${bound?.body}`);
  return { client, token, deviceKey };
}

/** Two accounts. The first one sends, and the second one receives. */
export class Conversation {
  readonly sentAt = new Map<string, number>();
  readonly received: string[] = [];
  readonly delays: number[] = [];
  readonly #order: string[] = [];
  readonly #known = new Set<number>();
  readonly #waiting: number[] = [];
  #isAcknowledging = false;
  #isReading = false;
  #isWaiting = false;

  constructor(
    private readonly from: Member,
    private readonly to: Member,
    private readonly group: Group,
  ) {}

  static async start(from: Member, to: Member): Promise<Conversation> {
    const group = newGroup();
    const json = commitBody(from, group, 0, []);
    const { client, token } = from;
    const answer = await client.call('POST /messages/commit', '/api/messages/commit', { json, token });
    if (answer?.status !== 200) throw new Error(`a conversation can't be started: ${answer?.body}`);
    return new Conversation(from, to, group);
  }

  /** Follows the receiver's stream: with the items in its events, or else by fetching what waits at each event. */
  async follow(): Promise<void> {
    const { client, token, deviceKey } = this.to;
    const stream = await client.open(`/api/messages/stream?deviceKey=${deviceKey}`, { token }, 600_000);
    if (stream.statusCode !== 200) throw new Error(`the stream answered ${stream.statusCode}`);
    let line = '';
    stream.on('data', (part: Buffer) => {
      const lines = (line + part.toString()).split('\n');
      line = lines.pop() ?? '';
      for (const one of lines) if (one.startsWith('data: ')) this.#onEvent(JSON.parse(one.slice(6)));
    });
    // The stream ends with the client.
    stream.on('error', () => undefined);
  }

  #onEvent(data: unknown): void {
    const { data: brought } = inbox.safeParse(data);
    if (!brought?.isComplete) void this.read();
    else {
      this.#receive(brought);
      this.#waiting.push(...brought.items.map(({ id }) => id));
      void this.#acknowledgeSoon();
    }
  }

  /** Records items, except those that the receiver already has. */
  #receive({ items }: z.output<typeof inbox>): void {
    const now = performance.now();
    for (const { id, content } of items) {
      if (this.#known.has(id)) continue;
      this.#known.add(id);
      this.received.push(content);
      this.delays.push(now - (this.sentAt.get(content) ?? Number.NaN));
    }
  }

  async #acknowledgeSoon(): Promise<void> {
    if (this.#isAcknowledging) return;
    this.#isAcknowledging = true;
    while (this.#waiting.length > 0) {
      const due = performance.now() + ACKNOWLEDGE_MS;
      while (this.#waiting.length < ACKNOWLEDGE_ITEMS && performance.now() < due) await delay(100);
      await this.#acknowledge(this.#waiting.splice(0, 100));
    }
    this.#isAcknowledging = false;
  }

  async #acknowledge(ids: readonly number[]): Promise<boolean> {
    const { client, token, deviceKey } = this.to;
    const json = { deviceKey, ids: ids.map(String) };
    const path = '/api/messages/acknowledge';
    return (await client.call('POST /messages/acknowledge', path, { json, token }))?.status === 200;
  }

  /** Fetches and acknowledges what waits for the receiver, as the messenger does. */
  async read(): Promise<void> {
    this.#isWaiting = true;
    if (this.#isReading) return;
    this.#isReading = true;
    const { client, token, deviceKey } = this.to;
    while (this.#isWaiting) {
      this.#isWaiting = false;
      const path = `/api/messages/inbox?deviceKey=${deviceKey}`;
      const answer = await client.call('GET /messages/inbox', path, { token });
      if (answer?.status !== 200) break;
      const fetched = dataOf(inbox, answer);
      if (fetched.items.length === 0) continue;
      this.#receive(fetched);
      if (!(await this.#acknowledge(fetched.items.map(({ id }) => id)))) break;
      if (!fetched.isComplete) this.#isWaiting = true;
    }
    this.#isReading = false;
  }

  /** Sends a message, and remembers it once the server has accepted it. */
  async send(): Promise<void> {
    const { client, token } = this.from;
    const content = Buffer.from(
      frame('application', { groupId: this.group.groupId, epoch: 1, length: CIPHERTEXT_BYTES }),
    ).toString('base64');
    const json = messageBody(this.from, this.group, 1, [this.to.deviceKey], { content });
    this.sentAt.set(content, performance.now());
    const answer = await client.call('POST /messages/send', '/api/messages/send', { json, token });
    if (answer?.status !== 200) return;
    if (dataOf(sendResult, answer).missed.length === 0) this.#order.push(content);
  }

  /** Sends messages one after the other, each at its time, until the end. */
  async sendUntil(end: number, intervalMs: number): Promise<void> {
    let next = performance.now() + Math.random() * intervalMs;
    while (next < end) {
      await delay(Math.max(0, next - performance.now()));
      await this.send();
      // A late sender goes on at once, so that a slow server gets the same number of messages.
      next += intervalMs;
    }
  }

  get accepted(): number {
    return this.#order.length;
  }

  /** Returns the number of accepted messages that didn't arrive, arrived twice, or arrived out of order. */
  faults(): { lost: number; repeated: number; moved: number } {
    const arrived = new Set(this.received);
    const lost = this.#order.filter((content) => !arrived.has(content)).length;
    const expected = this.#order.filter((content) => arrived.has(content));
    const accepted = new Set(this.#order);
    const first = [...arrived].filter((content) => accepted.has(content));
    return {
      lost,
      repeated: this.received.length - arrived.size,
      moved: first.filter((content, index) => content !== expected[index]).length,
    };
  }
}
