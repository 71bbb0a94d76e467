import { isAddressEqual } from 'viem';
import {
  type ConversationId,
  type Messenger,
  MessengerError,
  type ReceivedSignal,
} from '@/lib/wallet/messages/messenger/types';
import type { CallController } from './call-controller';
import { hasHandedOverCall } from './call-document';
import type { IceServers } from './call-mesh';
import { type CallHostControl, useCalls } from './call-store';
import { SEND_RETRY_MS } from './constants';
import type { RingTone } from './ring-tone';
import { type CallSignal, isStaleInvite, type SignalTarget } from './signal';

/** How long a tab in the background leaves a call to one that the user sees, in ms. */
const BACKGROUND_MS = 300;
/** How long the end of the session waits for the call's end to be sent, in ms. */
const LEAVE_MS = 2_000;
/** How long a page that has just loaded waits for the one before to give up its call, in ms. */
const HAND_OVER_MS = 4_000;

/** Runs work alone among all tabs (Web Locks API). With `ifAvailable`, runs it without the lock if a tab has it. */
export type CallLocks = Pick<LockManager, 'request'>;

/** What calls need from a messenger. */
export type CallMessenger = Pick<
  Messenger,
  'account' | 'getSnapshot' | 'blocked' | 'onSignal' | 'sendSignal' | 'noteMissedCall'
>;

export type CallHostOptions = {
  messenger: CallMessenger;
  fetchIceServers: () => Promise<IceServers>;
  locks?: CallLocks;
};

type Code = { controller: CallController; ring: RingTone };

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Returns whether there is a call in this tab. The state machine, which also says so, isn't loaded before. */
const hasCall = () => !['idle', 'ended'].includes(useCalls.getState().view.state.phase);

/**
 * Connects an account's messenger to the calls of this tab, and loads their code when a call starts or rings. All tabs of a
 * browser are one device, so one tab has the call: the first that takes a lock, and those that the user sees come first.
 */
export class CallHost implements CallHostControl {
  readonly #options: CallHostOptions;
  readonly #stops: (() => void)[];
  #code: Code | null = null;
  /** Signals that wait for the lock and the code. Null unless this tab is about to take a call. */
  #waiting: ReceivedSignal[] | null = null;
  /** Gives up the lock. Null if this tab doesn't have it. */
  #release: (() => void) | null = null;
  #isClosed = false;

  constructor(options: CallHostOptions) {
    this.#options = options;
    this.#stops = [
      options.messenger.onSignal((received) => this.#receive(received)),
      useCalls.subscribe(() => this.#follow()),
    ];
    useCalls.setState({ host: this });
    if (hasHandedOverCall())
      void this.#take({ patienceMs: HAND_OVER_MS }).catch((error: unknown) => reportError(error));
  }

  /**
   * Calls the other people of a conversation, except for blocked ones. Returns false if another tab has a call.
   * @throws Error if the code for calls can't be loaded, or MessengerError without a device.
   */
  start = async (id: ConversationId): Promise<boolean> => {
    const { messenger } = this.#options;
    const blocked = await messenger.blocked();
    // Also if one has begun to ring meanwhile.
    if (this.#waiting || hasCall()) return false;
    const others = this.#participants(id).filter(
      (account) =>
        !isAddressEqual(account, messenger.account) && !blocked.some((one) => isAddressEqual(one, account)),
    );
    return this.#take({ act: (controller) => controller.start(id, others) });
  };

  leave = async (): Promise<void> => {
    // A call that rings may be answered on another device.
    if (!this.#code || !hasCall() || useCalls.getState().view.state.phase === 'ringingIn') return;
    const { controller } = this.#code;
    controller.hangUp();
    await Promise.race([controller.sent(), wait(LEAVE_MS)]);
  };

  /** Ends the call, and takes none anymore. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    this.#code?.controller.close();
    this.#code?.ring.stop();
    this.#giveUp();
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
    // The call then counts as missed, which the timeline shows.
    void this.#take({ signals: [received] }).catch((error: unknown) => reportError(error));
  }

  /**
   * Takes the lock and loads the code, then acts, and processes the signals. Returns false if another tab has the lock.
   * @throws Error if the code can't be loaded, or MessengerError without a device.
   */
  async #take({
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
      if (!(await this.#claim(patienceMs)) || this.#isClosed) return false;
      this.#code ??= await this.#load();
      act?.(this.#code.controller);
      for (const { from, signal } of this.#waiting) this.#code.controller.receive(from, signal);
      return true;
    } finally {
      this.#waiting = null;
      this.#follow();
    }
  }

  /** Returns whether this tab has the lock. */
  #claim(patienceMs: number): Promise<boolean> {
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

  #giveUp(): void {
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
      fetchIceServers,
    });
    return { controller, ring };
  }

  /** Sends a signal, and tries again if the server can't be reached. Repeated signals are ignored. */
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

  /** Rings, and leaves further calls to any tab when the call is over. */
  #follow(): void {
    const { state } = useCalls.getState().view;
    const isRinging = state.phase === 'ringingIn' && !state.isAnswering;
    // A muted conversation rings without a sound.
    if (isRinging && this.#conversation(state.call.conversation)?.isMuted === false) this.#code?.ring.start();
    else this.#code?.ring.stop();
    if (!this.#waiting && !hasCall()) this.#giveUp();
  }
}
