import { databaseName } from '@/lib/messages/storage/store';
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Address, Hex, LocalAccount } from 'viem';
import { POST as acknowledge } from '@/app/api/messages/acknowledge/route';
import { POST as block } from '@/app/api/messages/block/route';
import { GET as blocks } from '@/app/api/messages/blocks/route';
import { POST as commit } from '@/app/api/messages/commit/route';
import { POST as revoke } from '@/app/api/messages/device/revoke/route';
import { POST as device } from '@/app/api/messages/device/route';
import { GET as inbox } from '@/app/api/messages/inbox/route';
import { POST as claim } from '@/app/api/messages/keyPackages/claim/route';
import { POST as keyPackages } from '@/app/api/messages/keyPackages/route';
import { GET as log } from '@/app/api/messages/log/route';
import { POST as report } from '@/app/api/messages/report/route';
import { POST as send } from '@/app/api/messages/send/route';
import { GET as stream } from '@/app/api/messages/stream/route';
import { ApiError } from '@/lib/api/client';
import type { MessengerOptions } from '@/lib/messages/account-messenger';
import { type ApiCall, type FileCalls, messagesApi } from '@/lib/messages/core/api';
import type { Locks } from '@/lib/messages/core/engine';
import { inboxFollower } from '@/lib/messages/inbox-stream';
import { openMessenger } from '@/lib/messages/messenger';
import type { Messenger } from '@/lib/messages/messenger-type';
import type {
  AccountSigner,
  ConversationId,
  ConversationView,
  MessageView,
} from '@/lib/messages/protocol/view-types';
import type { StoredPendingItem } from '@/lib/messages/storage/records';
import { Batch, Store } from '@/lib/messages/storage/store';
import { type Backend, startBackend } from './api-backend';
import { callRoute } from './api-call';
import { getImage, imageForm, postImage } from './api-images';
import { tokenOf } from './api-sign-in';
import { DEVICE_SITE } from './message-frames';
import { newAccount } from './messaging';
import { ORIGIN, UNLIMITED } from './plain-chains';

const routes = {
  '/messages/acknowledge': acknowledge,
  '/messages/block': block,
  '/messages/blocks': blocks,
  '/messages/commit': commit,
  '/messages/device': device,
  '/messages/device/revoke': revoke,
  '/messages/inbox': inbox,
  '/messages/keyPackages': keyPackages,
  '/messages/keyPackages/claim': claim,
  '/messages/log': log,
  '/messages/report': report,
  '/messages/send': send,
} as const;
export type MessagePath = keyof typeof routes;
const IMAGE_PATH = '/messages/image';
const isPath = (path: string): path is MessagePath => path in routes;

/** Runs callbacks with the same lock name one at a time, like Web Locks, which Node.js 20 lacks. */
export function newLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  return async (name, work, ifTaken) => {
    const before = tails.get(name);
    if (before && ifTaken) return ifTaken();
    const run = (before ?? Promise.resolve()).then(work, work);
    tails.set(name, run);
    try {
      return await run;
    } finally {
      if (tails.get(name) === run) tails.delete(name);
    }
  };
}

const Channel = globalThis.BroadcastChannel;

/** Returns a BroadcastChannel class that connects only tabs of the same browser. */
function newChannels(): typeof BroadcastChannel {
  const browser = crypto.randomUUID();
  return class extends Channel {
    constructor(name: string) {
      super(`${browser}:${name}`);
    }
  };
}

/** A browser: its storage, locks, and channels, which remain when the page closes. */
export const newBrowser = () => ({ storage: new IDBFactory(), locks: newLocks(), channels: newChannels() });
export type Browser = ReturnType<typeof newBrowser>;

/** Network conditions of a person's calls. */
export type Network = {
  isOffline: boolean;
  /** Returns whether the response to a call is lost after the server has handled it. */
  losesAnswer: (path: MessagePath | typeof IMAGE_PATH, count: number) => boolean;
  /** Bodies of all calls, as sent. */
  sent: string[];
  /** Changes an inbox response, as a hostile server would. */
  tamper: <T>(path: MessagePath, answer: T) => T;
  tamperImage: (content: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  /** What an upload waits for after half of it. */
  uploading: Promise<void>;
};

export type User = {
  account: LocalAccount;
  messenger: Messenger;
  network: Network;
  browser: Browser;
  signer: AccountSigner;
  /** Closes the page and reopens it with the same storage. */
  restart: () => Promise<void>;
};

export type UserOptions = {
  account?: LocalAccount;
  /** Each user has a browser of its own unless it's given. */
  browser?: Browser;
  contacts?: readonly Address[];
  isStarted?: boolean;
  follow?: MessengerOptions['follow'];
  /** Whether the messenger reads the server's stream. By default, it follows nothing. */
  isStreaming?: boolean;
  now?: () => number;
  verifyContract?: MessengerOptions['verifyContract'];
  maxImageBytes?: number;
};

/** Creates the messenger of an account in a browser, with the real API. */
async function newUser({
  account = newAccount(),
  browser = newBrowser(),
  contacts = [],
  isStarted = true,
  isStreaming = false,
  follow,
  now = Date.now,
  verifyContract = async () => false,
  maxImageBytes,
}: UserOptions = {}): Promise<User> {
  const token = await tokenOf(account);
  const network: Network = {
    isOffline: false,
    losesAnswer: () => false,
    sent: [],
    tamper: (_, answer) => answer,
    tamperImage: (content) => content,
    uploading: Promise.resolve(),
  };
  const counts = new Map<string, number>();
  const through: ApiCall = async <T>(path: string, { params = {}, body }: Parameters<ApiCall>[1] = {}) => {
    if (!isPath(path)) throw new Error(`no such call: ${path}`);
    if (network.isOffline) throw new ApiError(0, 'offline');
    network.sent.push(JSON.stringify(body ?? params));
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const options = body ? { body: { ...body }, json: true } : { query: params };
    const { code, msg, data, status } = await callRoute(routes[path], { token, ...options });
    if (network.losesAnswer(path, count)) throw new ApiError(0, 'offline');
    if (code !== 200) throw new ApiError(code, msg, data, status);
    return network.tamper(path, data) as T;
  };
  const answered = (count: number, { status, data }: { status: number; data: unknown }) => {
    if (network.losesAnswer(IMAGE_PATH, count)) throw new ApiError(0, 'offline');
    if (status !== 200) throw new ApiError(status, 'refused', data, status);
  };
  const begin = () => {
    if (network.isOffline) throw new ApiError(0, 'offline');
    const count = (counts.get(IMAGE_PATH) ?? 0) + 1;
    counts.set(IMAGE_PATH, count);
    return count;
  };
  const files: FileCalls = {
    upload: async (_path, file, { fields: { deviceKey, id = '' } = {}, onProgress }) => {
      const count = begin();
      onProgress?.(0.5);
      await network.uploading;
      network.sent.push(JSON.stringify({ deviceKey, id }));
      const content = new Uint8Array(await file.arrayBuffer());
      answered(count, await postImage({ token }, imageForm(deviceKey as Hex, id, content)));
    },
    download: async (_path, { params = {}, limitBytes }) => {
      const count = begin();
      const query = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
      const answer = await getImage({ token }, query);
      answered(count, answer);
      const content = network.tamperImage(answer.content);
      return content.length > limitBytes ? null : content;
    },
  };
  const followStream = inboxFollower(async (deviceKey, signal) => {
    if (network.isOffline) throw new TypeError('offline');
    const headers = { Authorization: `Bearer ${token}` };
    const url = `${ORIGIN}/api/messages/stream?deviceKey=${deviceKey}`;
    return stream(new Request(url, { headers, signal }), { params: Promise.resolve({}) });
  });
  const open = () => {
    Object.assign(globalThis, {
      indexedDB: browser.storage,
      IDBKeyRange,
      BroadcastChannel: browser.channels,
    });
    return openMessenger({
      account: account.address,
      site: DEVICE_SITE,
      api: messagesApi(through, files),
      verifyContract,
      isContact: (one) => contacts.includes(one),
      locks: browser.locks,
      follow: follow ?? (isStreaming ? followStream : () => () => {}),
      now,
      ...(maxImageBytes === undefined ? {} : { maxImageBytes }),
    });
  };
  const user: User = {
    account,
    network,
    browser,
    messenger: await open(),
    signer: {
      chainId: 31337,
      signTypedData: (message) =>
        message.primaryType === 'DeviceBinding'
          ? account.signTypedData(message)
          : account.signTypedData(message),
    },
    restart: async () => {
      user.messenger.close();
      user.messenger = await open();
    },
  };
  if (isStarted) await user.messenger.startDevice(user.signer);
  return user;
}

/** Lets all users fetch and send until nothing is pending. */
export async function settle(...users: readonly User[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const { messenger } of users) await messenger.sync();
}

/** Reads the storage of a user's browser. */
export async function stored<T>({ browser, account }: User, read: (store: Store) => Promise<T>): Promise<T> {
  Object.assign(globalThis, { indexedDB: browser.storage });
  const store = await Store.open(databaseName(account.address, DEVICE_SITE));
  const result = await read(store);
  store.close();
  return result;
}

/**
 * Holds empty items in a user's browser, each of another group unless one is given, under its ID unless a key is given.
 */
export const addPendingItems = (
  user: User,
  count: number,
  { key, by, ...item }: Pick<StoredPendingItem, 'kind'> & { by?: Address; groupId?: string; key?: string },
): Promise<void> =>
  stored(user, async (store) => {
    const batch = new Batch();
    for (let id = 1; id <= count; id += 1) {
      const { groupId = `f${id}` } = item;
      batch.put('pendingItems', [key ?? groupId, id], {
        ...item,
        by: by ?? null,
        groupId,
        content: new Uint8Array(),
        start: null,
        at: Date.now(),
      });
    }
    await store.commit(batch);
  });

/** Returns all messages in a conversation, oldest first. */
export async function messagesOf({ messenger }: User, id: ConversationId): Promise<readonly MessageView[]> {
  const timeline = messenger.timeline(id);
  const unsubscribe = timeline.subscribe(() => {});
  await timeline.loadTo(0);
  const { items } = timeline.getSnapshot();
  unsubscribe();
  return items.filter((item) => item.kind === 'message');
}
export const textsOf = async (user: User, id: ConversationId): Promise<string[]> =>
  (await messagesOf(user, id)).map(({ body }) => (body?.type === 'text' ? body.text : '(none)'));

export const say = ({ messenger }: User, id: ConversationId, text: string) =>
  messenger.send(id, { type: 'text', text });

/** Returns the conversation with an account, or the only room. */
export function conversationOf({ messenger }: User, peer: Address | 'room'): ConversationView {
  const found = messenger
    .getSnapshot()
    .conversations.find((one) => (peer === 'room' ? one.kind === 'room' : one.peer === peer));
  if (!found) throw new Error(`there is no conversation with ${peer}`);
  return found;
}

const inviterIn = ({ messenger }: User, id: ConversationId): Address | null =>
  messenger.getSnapshot().conversations.find((one) => one.id === id)?.invitedBy ?? null;

/** Accepts the request that the page shows. */
export const accept = (user: User, id: ConversationId): Promise<void> =>
  user.messenger.acceptRequest(id, inviterIn(user, id));

/** Declines the request that the page shows. */
export const decline = (user: User, id: ConversationId): Promise<void> =>
  user.messenger.declineRequest(id, inviterIn(user, id));

const RATE_LIMITS = `${UNLIMITED},message=100000/60,image=100000/60,imageUpload=100000/60`;

/** Starts the server for the tests of a file, with additional settings, and closes their messengers after each test. */
export function messengerSuite(settings: Record<string, string> = {}) {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend({ env: { RATE_LIMITS, ...settings } });
  }, 500_000);
  afterAll(() => backend.stop());

  const open: User[] = [];
  afterEach(() => {
    for (const { messenger } of open.splice(0)) messenger.close();
  });
  /** Creates the messenger of a new account, unless one is given. */
  async function user(options?: UserOptions): Promise<User> {
    const made = await newUser(options);
    open.push(made);
    return made;
  }
  /** Creates two accounts in a conversation, in which each has said one thing. */
  async function pair(options: { alice?: UserOptions; bob?: UserOptions } = {}) {
    const [alice, bob] = [await user(options.alice), await user(options.bob)];
    const ofAlice = await alice.messenger.openDirect(bob.account.address);
    await say(alice, ofAlice, 'hello');
    await settle(alice, bob);
    const ofBob = conversationOf(bob, alice.account.address).id;
    await say(bob, ofBob, 'hi');
    await settle(bob, alice);
    return { alice, bob, ofAlice, ofBob };
  }
  return { user, pair, getBackend: () => backend };
}
