import { type Address, bytesToHex, type Hex } from 'viem';
import { LONGEST_TEXT, type MessageBody, type MessageReference } from '../content';
import { UnverifiedError } from '../device-binding';
import { securityCode } from '../security-code';
import type { StoredConversation, StoredSettings } from '../store/records';
import { exportHistory, importHistory } from './backup';
import { setBlocked } from './blocks';
import { settleCalls } from './calls';
import { directConversation, requireConversation } from './conversations';
import { listDevices, renewDevice, revokeDevice, startDevice } from './devices';
import { Engine, type EngineOptions, type StoreChange } from './engine';
import { mainGroup } from './groups';
import { acceptIdentity } from './identity';
import { deleteImages } from './image-cache';
import { enqueueImage, readImage, uploadImages } from './images';
import { followInbox } from './inbox-stream';
import { sendNow } from './outbox';
import { discard, enqueue, retry } from './outgoing';
import {
  addMembers,
  createRoom,
  dismissInvitation,
  inviteCode,
  joinByInvite,
  leaveRoom,
  readInvite,
  removeMember,
  rename,
  setRole,
  withdrawInvite,
} from './rooms';
import { searchMessages } from './search';
import { sendSignal } from './signals';
import { syncer } from './sync';
import { openTimeline } from './timeline-handle';
import { conversationOfTransfer, forgetTransfersOf } from './transfers';
import {
  type ConversationId,
  type Messenger,
  MessengerError,
  type MessengerSnapshot,
  type ReceivedSignal,
} from './types';
import { codeOf, devicesOf, invitationsOf, type Known, viewBuilder } from './views';

/** How often the server is asked if the stream is closed, in ms. */
const POLL_MS = 60_000;
/** How often devices and members are looked after when the person comes back to the page, in ms. */
const REFRESH_MS = 30_000;
/** First and longest delay before an unreachable server is tried again, in ms. */
const RETRY_MS = { first: 1_000, longest: 5 * 60_000 } as const;
/** How long an account counts as typing, and how often that is told, in ms. */
const TYPING_MS = { shown: 8_000, between: 4_000 } as const;

/** How many of the latest items are looked through for the last one of somebody else, to mark it as read. */
const MARKED_ITEMS = 100;

export type MessengerOptions = EngineOptions & {
  /** Calls back when something is queued for the device. Returns a function that stops it. */
  follow?: (deviceKey: Hex, onWaiting: () => void) => () => void;
};

const EMPTY: MessengerSnapshot = {
  phase: 'starting',
  isOnline: true,
  isCaughtUp: false,
  conversations: [],
  invitations: [],
  settings: { sharesTyping: false, sharesReadMarks: false },
  refusedItems: 0,
  bindingExpires: null,
  deviceKey: null,
};

/** The messenger of one account in one tab. Tabs share the storage, and only one of them follows the server. */
class AccountMessenger {
  readonly engine: Engine;
  readonly #options: MessengerOptions;
  readonly #listeners = new Set<() => void>();
  readonly #changeListeners = new Set<(change: StoreChange) => void>();
  readonly #signalListeners = new Set<(received: ReceivedSignal) => void>();
  readonly #channel: BroadcastChannel;
  readonly #signalChannel: BroadcastChannel;
  readonly #build = viewBuilder();
  readonly #conversations = new Map<ConversationId, StoredConversation>();
  readonly #typing = new Map<ConversationId, Map<Address, number>>();
  readonly #toldTyping = new Map<ConversationId, number>();
  readonly #syncOnce: ReturnType<typeof syncer>;
  #known: Pick<Known, 'device' | 'settings' | 'identities'>;
  #snapshot = EMPTY;
  #isOnline = true;
  #isCaughtUp = false;
  #isOutdated = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #reading: Promise<void> = Promise.resolve();
  #syncing: Promise<void> | null = null;
  #isSyncDue = false;
  #endLeading: () => void = () => {};
  #uploading: Promise<void> | null = null;
  #isUploadDue = false;
  readonly #closing = new AbortController();
  /** Uploaded parts of images, by message ID. */
  readonly #progress = new Map<string, number>();

  constructor(engine: Engine, options: MessengerOptions, settings: StoredSettings) {
    this.engine = engine;
    this.#options = options;
    this.#known = { device: null, settings, identities: [] };
    this.#syncOnce = syncer(engine);
    this.#channel = new BroadcastChannel(engine.name);
    this.#channel.onmessage = ({ data }: MessageEvent<StoreChange>) => this.#changed(data);
    engine.onChange((change) => {
      if (!this.#isClosed) this.#channel.postMessage(change);
      this.#changed(change);
    });
    // Any tab may receive a signal, and another one may have the call.
    this.#signalChannel = new BroadcastChannel(`${engine.name}:signals`);
    this.#signalChannel.onmessage = ({ data }: MessageEvent<ReceivedSignal>) => this.#passOn(data);
    engine.onSignal((received) => {
      if (!this.#isClosed) this.#signalChannel.postMessage(received);
      this.#passOn(received);
    });
    engine.onTyping((id, by) => this.#noteTyping(id, by));
  }

  get account(): Address {
    return this.engine.account;
  }

  /** Reads all conversations, and starts to follow the server. */
  async start(): Promise<void> {
    for (const { key, value } of await this.engine.store.readAll('conversations'))
      this.#conversations.set(key, value);
    await this.#readOthers();
    this.#publish();
    if (typeof window !== 'undefined') window.addEventListener('online', this.#onOnline);
    // The first tab leads until it closes. Then one of the others does.
    void this.engine.lead(() => this.#lead());
    void this.#sync();
  }

  async #lead(): Promise<void> {
    if (this.#isClosed) return;
    const { follow = followInbox } = this.#options;
    let stopFollowing = () => {};
    const followDevice = async () => {
      const device = await this.engine.device().catch(() => null);
      stopFollowing();
      stopFollowing =
        device && !this.#isClosed ? follow(device.deviceKey, () => void this.#sync()) : () => {};
    };
    const stopWatching = this.engine.onChange(({ hasDevice }) => {
      if (hasDevice) void followDevice();
    });
    void followDevice();
    const poll = setInterval(() => void this.#sync(), POLL_MS);
    // Nothing is awaited before, so that it ends even if the messenger is closed right after it began.
    await new Promise<void>((resolve) => {
      this.#endLeading = resolve;
    });
    clearInterval(poll);
    stopWatching();
    stopFollowing();
  }

  #onOnline = () => {
    this.#failures = 0;
    void this.#sync();
  };

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  getSnapshot = () => this.#snapshot;

  #publish(): void {
    const { device, settings } = this.#known;
    const known: Known = { ...this.#known, conversations: this.#conversations, typing: this.#typing };
    const phase = device === null ? 'noDevice' : device.isRevoked ? 'revoked' : 'ready';
    const conversations = this.#build(this.engine, known);
    const next: MessengerSnapshot = {
      phase: this.#isOutdated ? 'unavailable' : phase,
      isOnline: this.#isOnline,
      isCaughtUp: this.#isCaughtUp,
      conversations,
      invitations: invitationsOf(this.#conversations),
      settings: { sharesTyping: settings.sharesTyping, sharesReadMarks: settings.sharesReadMarks },
      refusedItems: settings.refusedItems,
      bindingExpires: device?.binding.expires ?? null,
      deviceKey: device ? bytesToHex(device.publicKey) : null,
    };
    const before = this.#snapshot;
    const isSameList =
      before.conversations.length === conversations.length &&
      before.conversations.every((one, index) => one === conversations[index]);
    this.#snapshot = isSameList ? { ...next, conversations: before.conversations } : next;
    for (const listener of this.#listeners) listener();
  }

  async #readOthers(): Promise<void> {
    const [device, settings, identities] = await Promise.all([
      this.engine.store.read('device', 'device'),
      this.engine.settings(),
      this.engine.store.readAll('identities'),
    ]);
    this.#known = { device: device ?? null, settings, identities: identities.map(({ value }) => value) };
  }

  /** Reads what this or another tab changed, one change after the other. */
  #changed(change: StoreChange): void {
    if (this.#isClosed) return;
    for (const listener of this.#changeListeners) listener(change);
    const read = async () => {
      if (this.#isClosed) return;
      for (const id of change.conversations) {
        const conversation = await this.engine.store.read('conversations', id);
        if (conversation) this.#conversations.set(id, conversation);
        else this.#conversations.delete(id);
      }
      if (change.hasOthers) await this.#readOthers();
      if (change.conversations.length > 0 || change.hasOthers) this.#publish();
    };
    this.#reading = this.#reading.then(read).catch((error: unknown) => this.#fail(error));
  }

  /** The storage failed, or a newer version of the site has it. Nothing more is stored then. */
  #fail(error: unknown): void {
    if (this.#isClosed) return;
    this.#isOutdated = true;
    this.#publish();
    reportError(error);
  }

  outdated(): void {
    this.#isOutdated = true;
    this.#publish();
  }

  #passOn(received: ReceivedSignal): void {
    if (!this.#isClosed) for (const listener of this.#signalListeners) listener(received);
  }

  #noteTyping(id: ConversationId, by: Address): void {
    const { now } = this.engine;
    const accounts = this.#typing.get(id) ?? new Map<Address, number>();
    accounts.set(by, now() + TYPING_MS.shown);
    this.#typing.set(id, accounts);
    this.#publish();
    clearTimeout(this.#typingTimer);
    this.#typingTimer = setTimeout(() => this.#publish(), TYPING_MS.shown + 1);
  }

  sync = (): Promise<void> => this.#sync(0);
  refresh = (): Promise<void> => this.#sync(REFRESH_MS);

  /** Runs one exchange with the server at a time. One that is asked for meanwhile follows. */
  #sync(tendMs?: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if (this.#syncing && tendMs === undefined) {
      this.#isSyncDue = true;
      return this.#syncing;
    }
    const before = this.#syncing ?? Promise.resolve();
    const run: Promise<void> = before
      .then(() => this.#exchange(tendMs))
      .then(() => {
        if (this.#syncing !== run) return;
        this.#syncing = null;
        if (!this.#isSyncDue) return;
        this.#isSyncDue = false;
        void this.#sync();
      });
    this.#syncing = run;
    return run;
  }

  async #exchange(tendMs?: number): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    try {
      const isOnline = await this.#syncOnce(tendMs);
      this.#setOnline(isOnline);
      if (isOnline) this.upload();
    } catch (error) {
      if (error instanceof DOMException) return this.#fail(error);
      // A mistake in one place must not keep the person from all conversations.
      reportError(error);
      this.#setOnline(false);
    }
  }

  /** Uploads waiting images, one run at a time, and then sends their messages. */
  upload(): void {
    if (this.#isClosed) return;
    this.#isUploadDue = true;
    this.#uploading ??= this.#uploadAll().finally(() => {
      this.#uploading = null;
      // Asked for in the moment in which the run ended.
      if (this.#isUploadDue) this.upload();
    });
  }

  async #uploadAll(): Promise<void> {
    const onProgress = (messageId: string, part: number | null) => {
      if (part === null) this.#progress.delete(messageId);
      else this.#progress.set(messageId, part);
      for (const listener of this.#listeners) listener();
    };
    const { signal } = this.#closing;
    try {
      while (this.#isUploadDue) {
        this.#isUploadDue = false;
        const count = await this.engine.uploads(() => uploadImages(this.engine, { signal, onProgress }));
        if (count > 0) void this.#sync();
      }
    } catch (error) {
      // The next exchange with the server shows whether it can be reached, and tries again.
      if (!(error instanceof MessengerError)) this.#fail(error);
    }
  }

  imageProgress = ({ id }: MessageReference): number | null => this.#progress.get(id) ?? null;

  #setOnline(isOnline: boolean): void {
    if (this.#isClosed) return;
    if (isOnline) this.#failures = 0;
    else {
      const delay = Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** this.#failures);
      this.#failures += 1;
      // Spread, so that all tabs of all people don't come back at the same moment.
      this.#timer = setTimeout(() => void this.#sync(), delay * (0.75 + Math.random() / 2));
    }
    if (this.#isOnline === isOnline && (this.#isCaughtUp || !isOnline)) return;
    this.#isOnline = isOnline;
    this.#isCaughtUp ||= isOnline;
    this.#publish();
  }

  close = (): void => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#typingTimer);
    if (typeof window !== 'undefined') window.removeEventListener('online', this.#onOnline);
    this.#endLeading();
    this.#closing.abort();
    this.#channel.close();
    this.#signalChannel.close();
    this.#listeners.clear();
    this.#changeListeners.clear();
    this.#signalListeners.clear();
    // Work that has begun ends first, so that nothing is cut off.
    void Promise.allSettled([this.#syncing, this.#reading, this.#uploading]).then(() => this.engine.close());
  };

  onChange = (listener: (change: StoreChange) => void) => {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  };

  onSignal = (listener: (received: ReceivedSignal) => void) => {
    this.#signalListeners.add(listener);
    return () => this.#signalListeners.delete(listener);
  };

  /** Changes a conversation's record. */
  change = (id: ConversationId, change: Partial<StoredConversation>): Promise<void> =>
    this.engine.write(async (batch) => {
      batch.put('conversations', id, { ...(await requireConversation(this.engine, id, batch)), ...change });
    });

  changeSettings = (change: Partial<StoredSettings>): Promise<void> =>
    this.engine.write(async (batch) => {
      batch.put('settings', 'settings', { ...(await this.engine.settings(batch)), ...change });
    });

  /** Stores what the account says, and sends it as soon as possible, without waiting for that. */
  say = async (id: ConversationId, body: MessageBody): Promise<void> => {
    await enqueue(this.engine, id, body);
    void this.#sync();
  };

  /** Does what needs the server, and sends what it put in the outbox. */
  online = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await this.engine.network(work);
    } catch (cause) {
      throw cause instanceof UnverifiedError ? new MessengerError('offline', { cause }) : cause;
    } finally {
      void this.#sync();
    }
  };

  typing = async (id: ConversationId): Promise<void> => {
    const { now } = this.engine;
    if (!this.#known.settings.sharesTyping || !this.#isOnline) return;
    if (now() - (this.#toldTyping.get(id) ?? 0) < TYPING_MS.between) return;
    this.#toldTyping.set(id, now());
    // The person may have turned it off a moment ago.
    if (!(await this.engine.settings()).sharesTyping) return;
    const conversation = await requireConversation(this.engine, id);
    // Nothing is started, and no request is answered, by typing alone.
    if (conversation.isRequest || !(await mainGroup(this.engine, conversation))) return;
    await this.engine.network(() => sendNow(this.engine, id, { type: 'typing' }));
  };

  markRead = async (id: ConversationId): Promise<void> => {
    const { engine } = this;
    const conversation = await requireConversation(engine, id);
    if (conversation.unread === 0) return;
    await this.change(id, { unread: 0 });
    const { nextSequence, isRequest, hasLeft } = conversation;
    if (isRequest || hasLeft || !(await engine.settings()).sharesReadMarks) return;
    const latest = await engine.store.readItems(id, { before: nextSequence, limit: MARKED_ITEMS });
    const read = latest.find(({ item }) => item.kind === 'message' && !engine.isSelf(item.by))?.item;
    if (read?.kind === 'message') await this.say(id, { type: 'read', upTo: { by: read.by, id: read.id } });
  };

  /** Deletes the history of a conversation, and what waits to be sent in it. */
  forget = async (id: ConversationId): Promise<void> => {
    const { engine } = this;
    await engine.write(async (batch) => {
      const conversation = await requireConversation(engine, id, batch);
      for (const { key, value } of await engine.store.readAll('outbox'))
        if (value.conversationId === id) batch.delete('outbox', key);
      await deleteImages(engine, batch, id);
      const emptied = { isHidden: true, unread: 0, lastMessage: null, lastCall: null, draft: '', reads: {} };
      batch.put('conversations', id, { ...conversation, ...emptied });
      // Under the write lock, so that no item is stored meanwhile. And before the rest, because a conversation whose items
      // stayed would show them again with its next message.
      await forgetTransfersOf(engine, batch, id);
      await engine.store.deleteItems(id);
    });
    engine.announce({ conversations: [id], items: [[id, -1]], hasOthers: false, hasDevice: false });
  };
}

const validText = (text: string): string => {
  if (text.trim() === '' || text.length > LONGEST_TEXT) throw new MessengerError('invalid');
  return text;
};

/** Returns the actions of a messenger. */
function actionsOf(messenger: AccountMessenger): Messenger {
  const { engine, change, say, online } = messenger;
  const main = async (id: ConversationId) => mainGroup(engine, await requireConversation(engine, id));
  return {
    account: engine.account,
    subscribe: messenger.subscribe,
    getSnapshot: messenger.getSnapshot,
    sync: messenger.sync,
    refresh: messenger.refresh,
    close: messenger.close,

    startDevice: async (signer) => {
      await online(() => startDevice(engine, signer));
      await messenger.sync();
    },
    renewDevice: async (signer) => {
      await online(() => renewDevice(engine, signer));
      await messenger.sync();
    },
    devices: () => listDevices(engine),
    revokeDevice: async (deviceKey, signer) => {
      await online(() => revokeDevice(engine, deviceKey, signer));
      await messenger.sync();
    },

    openDirect: (peer) =>
      engine.write(async (batch) => {
        if (engine.isSelf(peer)) throw new MessengerError('invalid');
        const conversation = await directConversation(engine, batch, peer);
        // Nobody has written in it, but the person has used a link that names the account.
        const isRequest = conversation.isRequest && conversation.nextSequence > 0;
        const opened = { ...conversation, isRequest, isHidden: false, at: engine.now() };
        if (conversation.isHidden) batch.put('conversations', conversation.id, opened);
        return conversation.id;
      }),
    createRoom: (name, accounts) => online(() => createRoom(engine, name, accounts)),
    addMembers: (id, accounts) => online(() => addMembers(engine, id, accounts)),
    removeMember: (id, account) => online(() => removeMember(engine, id, account)),
    leave: (id) => online(() => leaveRoom(engine, id)),
    setRole: (id, account, role) => online(() => setRole(engine, id, { account, role })),
    rename: (id, name) => online(() => rename(engine, id, name)),
    inviteCode: (id) => inviteCode(engine, id),
    withdrawInvite: (id) => withdrawInvite(engine, id),
    readInvite,
    joinByInvite: (code) => online(() => joinByInvite(engine, code)),
    dismissInvitation: (inviter) => dismissInvitation(engine, inviter),
    acceptRequest: async (id) => {
      await change(id, { isRequest: false });
      // Adds this account's other devices, which waited for it.
      void messenger.sync();
    },
    declineRequest: async (id) => {
      const { kind, hasLeft } = await requireConversation(engine, id);
      if (kind === 'room' && !hasLeft) await online(() => leaveRoom(engine, id));
      await messenger.forget(id);
    },
    deleteConversation: messenger.forget,

    timeline: (id) => openTimeline(engine, id, messenger.onChange),
    send: (id, body) => say(id, body),
    sendImage: async (id, image, note = {}) => {
      await enqueueImage(engine, id, { image, note });
      messenger.upload();
    },
    imageProgress: messenger.imageProgress,
    readImage: (id, message) => readImage(engine, id, message),
    react: (id, to, emoji) => say(id, { type: 'reaction', to, emoji }),
    edit: async (id, message, text) => say(id, { type: 'edit', to: message.id, text: validText(text) }),
    deleteMessage: (id, message) => say(id, { type: 'delete', to: message.id }),
    retry: async (id, message) => {
      await retry(engine, id, message);
      await messenger.sync();
    },
    discard: async (id, message) => {
      await discard(engine, id, message);
      engine.announce({ conversations: [id], items: [[id, -1]], hasOthers: false, hasDevice: false });
    },
    setDraft: (id, draft) => change(id, { draft: draft.slice(0, LONGEST_TEXT) }),
    setTyping: messenger.typing,
    markRead: messenger.markRead,
    setMuted: (id, isMuted) => change(id, { isMuted }),
    setBlocked: (account, isBlocked) => online(() => setBlocked(engine, account, isBlocked)),
    blocked: async () => (await engine.settings()).blocked,
    report: async (account, reason, id) => {
      const group = id === undefined ? null : await main(id);
      await engine.api.report(account, reason, group?.groupId ?? null);
    },
    conversationOfTransfer: (transfer) => conversationOfTransfer(engine, transfer),
    search: (text, options) => searchMessages(engine, text, options),
    setSettings: messenger.changeSettings,

    onSignal: messenger.onSignal,
    sendSignal: (id, to, signal) => engine.network(() => sendSignal(engine, id, { to, signal })),
    noteMissedCall: (id, callId) => settleCalls(engine, { conversation: id, callId }),

    securityCode: async (id) => {
      const devices = devicesOf(await requireConversation(engine, id));
      return devices.length > 0 ? securityCode(devices) : [];
    },
    setVerified: (id, code) =>
      engine.write(async (batch) => {
        const conversation = await requireConversation(engine, id, batch);
        const present = code && (await securityCode(devicesOf(conversation)));
        // A device that came in between was in nobody's code.
        if (code?.join() !== present?.join()) throw new MessengerError('codeChanged');
        batch.put('conversations', id, { ...conversation, verifiedCode: code && codeOf(conversation) });
      }),
    acceptIdentity: async (account, id) => {
      await acceptIdentity(engine, account, id);
      void messenger.sync();
    },

    exportHistory: (passphrase) => exportHistory(engine, passphrase),
    importHistory: (file, passphrase) => online(() => importHistory(engine, file, passphrase)),
  };
}

/**
 * Opens the messenger of an account in this tab. Close it when the account changes.
 * @throws DOMException if the browser has no storage for the site, for example in a private window.
 */
export async function openMessenger(options: MessengerOptions): Promise<Messenger> {
  let messenger: AccountMessenger | undefined;
  const engine = await Engine.open(options, () => messenger?.outdated());
  messenger = new AccountMessenger(engine, options, await engine.settings());
  await messenger.start();
  return actionsOf(messenger);
}
