import { type Hex, isAddressEqual } from 'viem';
import type { Messenger } from '@/lib/messages/messenger-type';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import type { ConversationId, ReceivedSignal } from '@/lib/messages/protocol/view-types';
import type { CallController } from './call-controller';
import { hasHandedOverCall } from './call-document';
import type { IceServers } from './call-mesh';
import { type CallHostControl, isCalling, useCalls } from './call-store';
import { SEND_RETRY_MS } from './constants';
import type { RingTone } from './ring-tone';
import { type CallSignal, isStaleInvite, type SignalTarget } from './signal';

/** Head start of visible tabs in taking a call, in ms. */
const BACKGROUND_MS = 300;
/** Maximum time to send the end of a call before the session ends, in ms. */
const LEAVE_MS = 2_000;
/** Maximum time for the previous page to release its call after this page has loaded, in ms. */
const HAND_OVER_MS = 4_000;

/**
 * Runs a callback in only one tab at a time (Web Locks API). With `ifAvailable`, passes null if another tab has the
 * lock.
 */
export type CallLocks = Pick<LockManager, 'request'>;

/** The part of the messenger that calls need. */
export type CallMessenger = Pick<
  Messenger,
  'account' | 'getSnapshot' | 'onSignal' | 'sendSignal' | 'noteMissedCall'
>;

export type CallHostOptions = {
  messenger: CallMessenger;
  fetchIceServers: (device: Hex) => Promise<IceServers>;
  locks?: CallLocks;
};

type Code = { controller: CallController; ring: RingTone };

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const hasCall = () => isCalling(useCalls.getState());

/**
 * Connects an account's messenger to this tab's calls, and loads their code when a call starts or rings. All tabs of
 * a browser are one device, so a lock gives the call to one tab. Visible tabs try first.
 */
export class CallHost implements CallHostControl {
  readonly #options: CallHostOptions;
  readonly #stops: (() => void)[];
  #code: Code | null = null;
  /** Signals received before the lock and the code are ready. Null unless this tab is taking a call. */
  #waiting: ReceivedSignal[] | null = null;
  /** Releases the lock. Null if this tab doesn't hold it. */
  #release: (() => void) | null = null;
  #isClosed = false;

  constructor(options: CallHostOptions) {
    this.#options = options;
    this.#stops = [
      options.messenger.onSignal((received) => this.#receive(received)),
      useCalls.subscribe(() => this.#onCallChange()),
    ];
    useCalls.setState({ host: this });
    if (hasHandedOverCall())
      void this.#takeCall({ patienceMs: HAND_OVER_MS }).catch((error: unknown) => reportError(error));
  }

  /**
   * Calls the other members of a conversation, except blocked ones. Returns false if another tab has a call.
   * @throws Error if the code for calls can't be loaded, or MessengerError without a device.
   */
  start = async (id: ConversationId): Promise<boolean> => {
    const { messenger } = this.#options;
    const { blocked } = messenger.getSnapshot();
    // Another call may ring already.
    if (this.#waiting || hasCall()) return false;
    const others = this.#participants(id).filter(
      (account) =>
        !isAddressEqual(account, messenger.account) && !blocked.some((one) => isAddressEqual(one, account)),
    );
    return this.#takeCall({ act: (controller) => controller.start(id, others) });
  };

  roomOf = (id: ConversationId): string | null => {
    const conversation = this.#conversation(id);
    return conversation?.kind === 'room' ? conversation.name : null;
  };

  leave = async (): Promise<void> => {
    // Another device can still answer a ringing call.
    if (!this.#code || !hasCall() || useCalls.getState().view.state.phase === 'ringingIn') return;
    const { controller } = this.#code;
    controller.hangUp();
    await Promise.race([controller.sent(), wait(LEAVE_MS)]);
  };

  /** Ends the call and stops accepting calls. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    this.#code?.controller.close();
    this.#code?.ring.stop();
    this.#releaseLock();
    if (useCalls.getState().host === this) useCalls.setState({ host: null });
  }

  #conversation(id: ConversationId) {
    return this.#options.messenger.getSnapshot().conversations.find((one) => one.id === id);
  }

  #participants(id: ConversationId) {
    return (this.#conversation(id)?.participants ?? []).map(({ account }) => account);
  }

  #receive(received: ReceivedSignal): void {
    if (this.#waiting) {
      this.#waiting.push(received);
      return;
    }
    const { from, signal } = received;
    if (this.#release && this.#code) {
      this.#code.controller.receive(from, signal);
      return;
    }
    const isForUs =
      signal.type === 'invite' && !isAddressEqual(from.account, this.#options.messenger.account);
    if (!isForUs || isStaleInvite(signal.at, Date.now())) return;
    // If this fails, the timeline lists the call as missed.
    void this.#takeCall({ signals: [received] }).catch((error: unknown) => reportError(error));
  }

  /**
   * Acquires the lock, loads the code, runs the action, and processes the signals. Returns false if another tab has
   * the lock.
   * @throws Error if the code can't be loaded, or MessengerError without a device.
   */
  async #takeCall({
    signals = [],
    act,
    patienceMs = 0,
  }: {
    signals?: ReceivedSignal[];
    act?: (controller: CallController) => void;
    patienceMs?: number;
  }): Promise<boolean> {
    this.#waiting = signals;
    try {
      if (signals.length > 0 && document.visibilityState !== 'visible') await wait(BACKGROUND_MS);
      if (!(await this.#acquireLock(patienceMs)) || this.#isClosed) return false;
      this.#code ??= await this.#load();
      act?.(this.#code.controller);
      for (const { from, signal } of this.#waiting) this.#code.controller.receive(from, signal);
      return true;
    } finally {
      this.#waiting = null;
      this.#onCallChange();
    }
  }

  /** Tries to acquire the lock, and returns whether this tab has it. */
  #acquireLock(patienceMs: number): Promise<boolean> {
    if (this.#release) return Promise.resolve(true);
    const { messenger, locks = navigator.locks } = this.#options;
    const name = `tidewell-call:${messenger.account.toLowerCase()}`;
    return new Promise((resolve) => {
      const hold = (lock: Lock | null) => {
        if (!lock) {
          resolve(false);
          return undefined;
        }
        return new Promise<void>((release) => {
          this.#release = release;
          resolve(true);
        });
      };
      const options = patienceMs > 0 ? { signal: AbortSignal.timeout(patienceMs) } : { ifAvailable: true };
      locks.request(name, options, hold).catch(() => resolve(false));
    });
  }

  #releaseLock(): void {
    this.#release?.();
    this.#release = null;
  }

  async #load(): Promise<Code> {
    const [{ connectCalls }, { RingTone: Ring }] = await Promise.all([
      import('./call-controller'),
      import('./ring-tone'),
    ]);
    const { messenger, fetchIceServers } = this.#options;
    const { deviceKey } = messenger.getSnapshot();
    if (deviceKey === null) throw new MessengerError('noDevice');
    const ring = new Ring();
    const controller = connectCalls({
      self: { account: messenger.account, device: deviceKey },
      sendSignal: (id, to, signal) => this.#send(id, to, signal),
      membersOf: (id) => this.#participants(id),
      onMissed: ({ conversation, callId }) =>
        void messenger.noteMissedCall(conversation, callId).catch((error: unknown) => reportError(error)),
      fetchIceServers: () => fetchIceServers(deviceKey),
    });
    return { controller, ring };
  }

  /** Sends a signal, and retries if the server is unreachable. Recipients ignore duplicates. */
  async #send(id: ConversationId, to: SignalTarget, signal: CallSignal): Promise<void> {
    for (const delay of SEND_RETRY_MS) {
      try {
        return await this.#options.messenger.sendSignal(id, to, signal);
      } catch (error) {
        if (this.#isClosed || !(error instanceof MessengerError) || error.reason !== 'offline') throw error;
        await wait(delay);
      }
    }
    await this.#options.messenger.sendSignal(id, to, signal);
  }

  /** Plays the ring tone, and releases the lock when the call is over. */
  #onCallChange(): void {
    const { state } = useCalls.getState().view;
    const isRinging = state.phase === 'ringingIn' && !state.isAnswering;
    // A muted conversation rings silently.
    if (isRinging && this.#conversation(state.call.conversation)?.isMuted === false) this.#code?.ring.start();
    else this.#code?.ring.stop();
    if (!this.#waiting && !hasCall()) this.#releaseLock();
  }
}
