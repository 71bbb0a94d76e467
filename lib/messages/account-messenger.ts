import { bytesToHex } from 'viem';
import { keysUnder } from '@/lib/messages/storage/store';
import { requireConversation } from './core/conversations';
import type { Engine, EngineOptions, StoreChange } from './core/engine';
import { deleteImages } from './core/image-cache';
import { enqueue } from './core/outgoing';
import { ImageUploads } from './images/upload-schedule';
import type { FollowInbox } from './inbox-stream';
import type { MessageBody } from './protocol/content';
import { UnverifiedError } from './protocol/device-binding';
import { MessengerError } from './protocol/messenger-error';
import type { ConversationId, MessengerSnapshot, ReceivedSignal } from './protocol/view-types';
import { Typing } from './send/typing';
import { ServerLoop } from './server-loop';
import type { StoredConversation } from './storage/conversation-record';
import type { StoredSettings } from './storage/records';
import { namesReader } from './views/chosen-names';
import { invitationsOf, type Known, viewBuilder } from './views/views';

/** Number of latest items searched for the last message of another account, to mark it as read. */
const MARKED_ITEMS = 100;

export type MessengerOptions = EngineOptions & { follow?: FollowInbox };

const EMPTY: MessengerSnapshot = {
  phase: 'starting',
  isOnline: true,
  isCaughtUp: false,
  conversations: [],
  invitations: [],
  settings: { sharesTyping: false, sharesReadMarks: false, sharedName: null },
  chosenNames: new Map(),
  blocked: [],
  refusedItems: 0,
  bindingExpires: null,
  deviceKey: null,
};

/** The messenger of one account in one tab: what it shows, and changes of its storage. */
export class AccountMessenger {
  readonly engine: Engine;
  readonly uploads: ImageUploads;
  readonly #loop: ServerLoop;
  readonly #typing: Typing;
  readonly #listeners = new Set<() => void>();
  readonly #changeListeners = new Set<(change: StoreChange) => void>();
  readonly #signalListeners = new Set<(received: ReceivedSignal) => void>();
  readonly #channel: BroadcastChannel;
  readonly #signalChannel: BroadcastChannel;
  readonly #build = viewBuilder();
  readonly #namesOf = namesReader();
  readonly #conversations = new Map<ConversationId, StoredConversation>();
  #known: Pick<Known, 'device' | 'settings' | 'identities'>;
  #snapshot = EMPTY;
  #isOnline = true;
  #isCaughtUp = false;
  #isOutdated = false;
  #isClosed = false;
  #reading: Promise<void> = Promise.resolve();

  constructor(engine: Engine, { follow }: MessengerOptions, settings: StoredSettings) {
    this.engine = engine;
    this.#known = { device: null, settings, identities: [] };
    const onStorageFailure = (error: unknown) => this.#fail(error);
    this.#loop = new ServerLoop(engine, {
      follow,
      onExchange: (isOnline) => this.#onExchange(isOnline),
      onStorageFailure,
    });
    this.uploads = new ImageUploads(engine, {
      onProgress: () => this.#notify(),
      onUploaded: () => void this.#loop.sync(),
      onStorageFailure,
    });
    this.#typing = new Typing(engine, () => this.#publish());
    this.#channel = new BroadcastChannel(engine.name);
    this.#channel.onmessage = ({ data }: MessageEvent<StoreChange>) => this.#changed(data);
    engine.onChange((change) => {
      if (!this.#isClosed) this.#channel.postMessage(change);
      this.#changed(change);
    });
    // Any tab can receive a signal, and another one can have the call.
    this.#signalChannel = new BroadcastChannel(`${engine.name}:signals`);
    this.#signalChannel.onmessage = ({ data }: MessageEvent<ReceivedSignal>) => this.#passOn(data);
    engine.onSignal((received) => {
      if (!this.#isClosed) this.#signalChannel.postMessage(received);
      this.#passOn(received);
    });
  }

  /** Reads all conversations, and starts the exchange with the server. */
  async start(): Promise<void> {
    for (const { key, value } of await this.engine.store.readAll('conversations'))
      this.#conversations.set(key, value);
    await this.#readOthers();
    this.#publish();
    this.#loop.start();
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  getSnapshot = () => this.#snapshot;

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #publish(): void {
    const { device, settings } = this.#known;
    const known: Known = {
      ...this.#known,
      conversations: this.#conversations,
      typing: this.#typing.until,
    };
    const phase = device === null ? 'noDevice' : device.isRevoked ? 'revoked' : 'ready';
    const conversations = this.#build(this.engine, known);
    const next: MessengerSnapshot = {
      phase: this.#isOutdated ? 'unavailable' : phase,
      isOnline: this.#isOnline,
      isCaughtUp: this.#isCaughtUp,
      conversations,
      invitations: invitationsOf(this.#conversations),
      settings: {
        sharesTyping: settings.sharesTyping,
        sharesReadMarks: settings.sharesReadMarks,
        sharedName: settings.sharedName,
      },
      chosenNames: this.#namesOf(this.#conversations),
      blocked: settings.blocked,
      refusedItems: settings.refusedItems,
      bindingExpires: device?.binding.expires ?? null,
      deviceKey: device ? bytesToHex(device.publicKey) : null,
    };
    const before = this.#snapshot;
    const isSameList =
      before.conversations.length === conversations.length &&
      before.conversations.every((one, index) => one === conversations[index]);
    this.#snapshot = isSameList ? { ...next, conversations: before.conversations } : next;
    this.#notify();
  }

  async #readOthers(): Promise<void> {
    const [device, settings, identities] = await Promise.all([
      this.engine.store.read('device', 'device'),
      this.engine.settings(),
      this.engine.store.readAll('identities'),
    ]);
    this.#known = { device: device ?? null, settings, identities: identities.map(({ value }) => value) };
  }

  /** Reads what this or another tab changed, one change at a time. */
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

  /** Handles a failure of the storage, after which nothing more can be stored. */
  #fail(error: unknown): void {
    if (this.#isClosed) return;
    this.outdated();
    reportError(error);
  }

  /** Shows that this tab can't use the storage, for example because a newer version of the site does. */
  outdated(): void {
    this.#isOutdated = true;
    this.#publish();
  }

  #onExchange(isOnline: boolean): void {
    if (this.#isOnline !== isOnline || (isOnline && !this.#isCaughtUp)) {
      this.#isOnline = isOnline;
      this.#isCaughtUp ||= isOnline;
      this.#publish();
    }
    if (isOnline) this.uploads.start();
  }

  #passOn(received: ReceivedSignal): void {
    if (!this.#isClosed) for (const listener of this.#signalListeners) listener(received);
  }

  sync = (): Promise<void> => this.#loop.sync(0);
  refresh = (): Promise<void> => this.#loop.refresh();

  close = (): void => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#typing.close();
    const ended = [this.#loop.close(), this.uploads.close(), this.#reading];
    this.#channel.close();
    this.#signalChannel.close();
    this.#listeners.clear();
    this.#changeListeners.clear();
    this.#signalListeners.clear();
    // Work that has begun ends before the storage closes.
    void Promise.allSettled(ended).then(() => this.engine.close());
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

  /** Stores a message in the outbox, and starts to send it without waiting for the server. */
  enqueue = async (id: ConversationId, body: MessageBody): Promise<void> => {
    await enqueue(this.engine, id, body);
    void this.#loop.sync();
  };

  /** Runs work that needs the server, and then sends what it put in the outbox. */
  online = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw cause instanceof UnverifiedError ? new MessengerError('offline', { cause }) : cause;
    } finally {
      void this.#loop.sync();
    }
  };

  sendTyping = async (id: ConversationId): Promise<void> => {
    if (this.#known.settings.sharesTyping && this.#isOnline) await this.#typing.send(id);
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
    if (read?.kind === 'message')
      await this.enqueue(id, { type: 'read', upTo: { by: read.by, id: read.id } });
  };

  /** Deletes the history of a conversation, and its messages in the outbox. */
  forget = async (id: ConversationId): Promise<void> => {
    const { engine } = this;
    await engine.write(async (batch) => {
      const conversation = await requireConversation(engine, id, batch);
      for (const key of await engine.store.keys('outbox', keysUnder(id))) batch.delete('outbox', key);
      await deleteImages(engine, batch, id);
      const emptied = {
        isHidden: true,
        unread: 0,
        lastMessage: null,
        lastCall: null,
        draft: '',
        reads: {},
        requestSize: 0,
        requestContent: [],
      };
      batch.put('conversations', id, { ...conversation, ...emptied });
      // Items are deleted under the write lock, because none may be stored in between, and before the record changes,
      // because remaining items would return with the conversation's next message.
      await engine.store.deleteItems(id);
    });
    engine.announce({ conversations: [id], items: [[id, -1]], hasOthers: false, hasDevice: false });
  };
}
