/** @jest-environment node */
import fc from 'fast-check';
import { bytesToHex } from 'viem';
import type { Device, OwnKeyPackage } from '@/lib/messages/mls/device';
import {
  type Conversation,
  changeConversation,
  encrypt,
  forget,
  membersOf,
  startConversation,
} from '@/lib/messages/mls/group';
import {
  decodeConversation,
  decodePending,
  type EncodedPending,
  encodeConversation,
  encodePending,
} from '@/lib/messages/mls/group-codec';
import { joinConversation } from '@/lib/messages/mls/join-group';
import { type Delivered, receive } from '@/lib/messages/mls/receive';
import {
  bytes,
  keyOf,
  newAccount,
  newDevice,
  newKeyPackage,
  textOf,
  trust,
} from '../../../support/messaging';

const groupId = bytes('a room');

type Item = Delivered | { kind: 'welcome'; content: Uint8Array };

/** A member of the model: its device, what it knows of the room, what waits for it, and what it has read. */
type Person = {
  device: Device;
  room: Conversation | null;
  /** Latest epoch in which it was a member before. */
  lastEpoch: bigint | null;
  /** Its stored commit, until it comes back. */
  pending: EncodedPending | null;
  waiting: Item[];
  offered: OwnKeyPackage[];
  read: string[];
};

/** A server that orders commits by epoch, and delivers to the devices that the sender names. It can't read anything. */
class World {
  readonly people: Person[];
  #epoch = 0n;
  /** Keys of the devices in each epoch. */
  readonly #members = new Map<bigint, Set<string>>();
  /** Epoch of each message that the server accepted, by its text. */
  readonly sent = new Map<string, bigint>();

  constructor(devices: readonly Device[]) {
    this.people = devices.map((device) => ({
      device,
      room: null,
      lastEpoch: null,
      pending: null,
      waiting: [],
      offered: [],
      read: [],
    }));
  }

  person(index: number): Person {
    const found = this.people[index % this.people.length];
    if (!found) throw new Error('no such person');
    return found;
  }

  #byKey = (key: string) => this.people.find(({ device }) => keyOf(device) === key);
  isMember = (text: string, { device }: Person) =>
    this.#members.get(this.sent.get(text) ?? -1n)?.has(keyOf(device)) ?? false;
  /** Texts of the epochs in which a device was a member. */
  readable = (one: Person) => [...this.sent.keys()].filter((text) => this.isMember(text, one));
  isNow = ({ device }: Person) => this.#members.get(this.#epoch)?.has(keyOf(device)) ?? false;

  #note(room: Conversation) {
    const { epoch } = room.state.groupContext;
    this.#epoch = epoch;
    this.#members.set(epoch, new Set(membersOf(room).map(({ deviceKey }) => deviceKey)));
  }

  async start(): Promise<void> {
    const owner = this.person(0);
    const { binding } = owner.device;
    owner.room = await startConversation(await newKeyPackage(owner.device), {
      groupId,
      roles: {
        kind: 'room',
        owner: binding.account,
        // Everyone may add and remove, so that changes often happen at once.
        admins: this.people.slice(1, 4).map(({ device }) => device.binding.account),
      },
      trust,
    });
    this.#note(owner.room);
  }

  async change(one: Person, wish: { add?: Person; remove?: Person }): Promise<void> {
    if (!one.room) return;
    const members = membersOf(one.room);
    const target = wish.add ?? wish.remove;
    const leaf = target && members.find(({ deviceKey }) => deviceKey === keyOf(target.device));
    if (wish.add ? leaf : wish.remove && !leaf) return;
    const own = wish.add ? await newKeyPackage(wish.add.device) : null;
    const pending = await changeConversation(one.device, one.room, {
      add: own ? [own.publicPackage] : [],
      remove: wish.remove && leaf ? [leaf.leafIndex] : [],
    }).catch((error: Error) => {
      // Nobody can remove themselves, and not everyone has a role.
      expect(error.message).toMatch(/do not allow|removed/);
      return null;
    });
    // The server accepts only the first commit of an epoch.
    if (!pending || one.room.state.groupContext.epoch !== this.#epoch) return;
    this.#note(pending.conversation);
    // The own commit comes back, too, because messages that others sent before it still wait.
    one.pending = encodePending(pending);
    for (const { deviceKey } of members)
      this.#byKey(deviceKey)?.waiting.push({ kind: 'commit', content: pending.commit });
    if (wish.add && own && pending.welcome) {
      wish.add.offered.push(own);
      wish.add.waiting.push({ kind: 'welcome', content: pending.welcome });
    }
  }

  async send(one: Person, text: string): Promise<void> {
    if (!one.room) return;
    const { epoch } = one.room.state.groupContext;
    if (epoch !== this.#epoch) return;
    const { message, conversation, spent } = await encrypt(one.room, bytes(text));
    one.room = conversation;
    forget(spent);
    this.sent.set(text, epoch);
    one.read.push(text);
    // The server may also leak it to everyone.
    for (const other of this.people)
      if (other !== one) other.waiting.push({ kind: 'message', content: message });
  }

  async deliver(one: Person, count: number, isRepeated = false): Promise<void> {
    for (const { kind, content } of one.waiting.splice(0, count)) {
      for (let time = 0; time < (isRepeated ? 2 : 1); time += 1) {
        if (kind === 'welcome') await this.#join(one, content, time > 0);
        else if (one.room) await this.#receive(one, one.room, { kind, content });
      }
    }
  }

  async #join(one: Person, welcome: Uint8Array, isAgain: boolean): Promise<void> {
    const lastEpoch = one.room?.state.groupContext.epoch ?? one.lastEpoch;
    const joined = await joinConversation(welcome, { groupId, packages: one.offered, lastEpoch, trust });
    expect(joined.kind).toBe(isAgain ? 'refused' : 'joined');
    if (joined.kind === 'joined') one.room = joined.conversation;
  }

  async #receive(one: Person, room: Conversation, item: Delivered): Promise<void> {
    const pending = one.pending && decodePending(one.pending, trust);
    const received = await receive(room, item, pending);
    if (received.kind === 'message') one.read.push(textOf(received.content));
    if (received.kind === 'change') one.pending = null;
    if (received.kind === 'message' || received.kind === 'change') {
      // As if the browser were closed after each step.
      one.room = decodeConversation(encodeConversation(received.conversation), trust);
      forget(received.spent);
    }
    if (received.kind === 'removed') {
      one.lastEpoch = room.state.groupContext.epoch;
      one.room = null;
    }
  }
}

const operation = fc.record({
  kind: fc.constantFrom('send', 'send', 'add', 'add', 'remove', 'renew', 'deliver', 'deliver', 'repeat'),
  who: fc.nat(4),
  whom: fc.nat(4),
  count: fc.integer({ min: 1, max: 6 }),
  /** Whether the device receives everything that waits for it afterwards. */
  isPrompt: fc.boolean(),
});

test('in any order of operations by five members, all end in the same state, and nobody reads outside membership', async () => {
  const devices = await Promise.all(Array.from({ length: 5 }, () => newDevice(newAccount())));
  let read = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 60 }), async (operations) => {
      const world = new World(devices);
      await world.start();
      for (const other of world.people.slice(1, 3)) {
        await world.change(world.person(0), { add: other });
        await world.deliver(world.person(0), 1);
      }
      for (const [index, { kind, who, whom, count, isPrompt }] of operations.entries()) {
        const one = world.person(who);
        if (kind === 'send') await world.send(one, `message ${index}`);
        if (kind === 'renew') await world.change(one, {});
        if (kind === 'add') await world.change(one, { add: world.person(whom) });
        if (kind === 'remove') await world.change(one, { remove: world.person(whom) });
        if (kind === 'deliver' || kind === 'repeat') await world.deliver(one, count, kind === 'repeat');
        if (isPrompt) await world.deliver(one, one.waiting.length);
      }
      for (const one of world.people) await world.deliver(one, one.waiting.length);

      const tags = new Set<string>();
      for (const one of world.people) {
        expect(one.room !== null).toBe(world.isNow(one));
        if (one.room) tags.add(bytesToHex(one.room.state.confirmationTag));
        // Each message once: all of the epochs in which the device was a member, and no others.
        expect(one.read.toSorted()).toEqual(world.readable(one).toSorted());
        read += one.read.length;
      }
      expect(tags.size).toBe(1);
    }),
    { numRuns: 20 },
  );
  // Otherwise the model would prove nothing.
  expect(read).toBeGreaterThan(100);
});
