import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hex } from 'viem';
import { inbox, sendResult } from '@/lib/api/schemas/messages';
import { interruptionSignal } from '@/scripts/launcher/interruption';
import { E2E_ORIGIN } from '@/tests/support/e2e-site';
import { commitBody, frame, type Group, messageBody, newGroup } from '@/tests/support/message-frames';
import { keyOf, newAccount, newDevice } from '@/tests/support/messaging';
import { LoadClient } from '../soak/load-client';
import { type LoadSite, startLoadSite } from '../soak/load-site';
import { percentile, Tally } from '../soak/tally';
import { dataOf, signIn } from '../soak/users';
import { printTable } from './served-site';

const CONVERSATIONS = 200;
/** Seconds of sending at each rate, and rates in messages per second. Arguments override them. */
const [SECONDS = 20, ...RATES] = process.argv.slice(2).map(Number);
const SETTLING_MS = 60_000;
/** Bytes of a message's ciphertext. A short text has about this size, padded and with its MLS frame. */
const CIPHERTEXT_BYTES = 256;

/** Limits per account are for people. Here, one account writes as much as many do. */
const LIMITS =
  'message=100000/60,read=100000/60,write=100000/60,nonce=100000/60,login=100000/60,stream=100000/60';

type Member = { client: LoadClient; token: string; deviceKey: Hex };

/** Signs in a new account, and binds a device to it. */
async function createMember(site: LoadSite, tally: Tally, number: number): Promise<Member> {
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
class Conversation {
  readonly sentAt = new Map<string, number>();
  readonly received: string[] = [];
  readonly delays: number[] = [];
  readonly #order: string[] = [];
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

  /** Follows the receiver's stream, and fetches what waits at each event. */
  async follow(): Promise<void> {
    const { client, token, deviceKey } = this.to;
    const stream = await client.open(`/api/messages/stream?deviceKey=${deviceKey}`, { token }, 600_000);
    if (stream.statusCode !== 200) throw new Error(`the stream answered ${stream.statusCode}`);
    stream.on('data', (part: Buffer) => {
      if (part.includes('event: waiting')) void this.read();
    });
    // The stream ends with the client.
    stream.on('error', () => undefined);
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
      const { items, isComplete } = dataOf(inbox, answer);
      if (items.length === 0) continue;
      const now = performance.now();
      for (const { content } of items) {
        this.received.push(content);
        this.delays.push(now - (this.sentAt.get(content) ?? Number.NaN));
      }
      const json = { deviceKey, ids: items.map(({ id }) => String(id)) };
      const done = await client.call('POST /messages/acknowledge', '/api/messages/acknowledge', {
        json,
        token,
      });
      if (done?.status !== 200) break;
      if (!isComplete) this.#isWaiting = true;
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

const signal = interruptionSignal();
const site = await startLoadSite({
  prefersNginx: true,
  env: { RATE_LIMITS: LIMITS, MESSAGES_ENABLED: '1', MESSAGE_DAILY_MIB: '1048576' },
});
try {
  const rows: string[][] = [];
  for (const [round, rate] of (RATES.length > 0 ? RATES : [100, 200, 400, 1_000]).entries()) {
    if (signal.aborted) break;
    const tally = new Tally();
    const members: Member[] = [];
    for (let number = 0; number < 2 * CONVERSATIONS; number += 1)
      members.push(await createMember(site, tally, round * 2 * CONVERSATIONS + number));
    const conversations: Conversation[] = [];
    for (let number = 0; number < CONVERSATIONS; number += 1) {
      const [from, to] = members.slice(2 * number);
      if (from && to) conversations.push(await Conversation.start(from, to));
    }
    await Promise.all(conversations.map((conversation) => conversation.follow()));
    const lag = monitorEventLoopDelay();
    lag.enable();
    const started = performance.now();
    const end = started + SECONDS * 1_000;
    const interval = (CONVERSATIONS * 1_000) / rate;
    await Promise.all(conversations.map((conversation) => conversation.sendUntil(end, interval)));
    const sentS = (performance.now() - started) / 1_000;
    // What was accepted at the end is on its way.
    const settled = performance.now() + SETTLING_MS;
    const faults = () => conversations.map((conversation) => conversation.faults());
    while (performance.now() < settled && faults().some(({ lost }) => lost > 0)) await delay(500);
    lag.disable();
    const accepted = conversations.reduce((sum, conversation) => sum + conversation.accepted, 0);
    const delays = conversations.flatMap((conversation) => conversation.delays);
    const sum = (kind: 'lost' | 'repeated' | 'moved') =>
      String(faults().reduce((total, found) => total + found[kind], 0));
    rows.push([
      String(rate),
      (accepted / sentS).toFixed(0),
      String(accepted),
      percentile(delays, 0.5).toFixed(0),
      percentile(delays, 0.99).toFixed(0),
      sum('lost'),
      sum('repeated'),
      sum('moved'),
      (lag.percentile(99) / 1e6).toFixed(0),
    ]);
    console.log(`\n${rate} messages/s:\n`);
    printTable(['call', 'calls', 'p50 ms', 'p99 ms', 'other than 200'], tally.rows());
    for (const { client } of members) client.close();
  }
  console.log(`\n${CONVERSATIONS} conversations, ${SECONDS} s each, behind ${site.proxyName}:\n`);
  printTable(
    [
      'messages/s wanted',
      'accepted/s',
      'accepted',
      'arrived after p50 ms',
      'p99 ms',
      'lost',
      'repeated',
      'out of order',
      'p99 delay of this process, ms',
    ],
    rows,
  );
  if (rows.some((row) => row.slice(5, 8).some((count) => count !== '0'))) process.exitCode = 1;
} finally {
  await site.stop();
}
if (signal.aborted) process.exitCode = 130;
