import { type Address, isAddressEqual } from 'viem';
import { handOverCall, isCallDocument, takeHandedOverCall } from './call-document';
import { CallMesh, type IceServers } from './call-mesh';
import { nextCallState } from './call-state';
import { type CallControl, type CallView, noCall, useCalls } from './call-store';
import { type Call, type CallEffect, type CallEvent, type CallTimer, isActive } from './call-types';
import { listMicrophones, microphoneProblem, openMicrophone, watchLevel } from './microphone';
import { useRelayPreference } from './relay-preference';
import {
  type CallDevice,
  type CallSignal,
  newCallId,
  parseSignal,
  recordSignal,
  type SignalLog,
  type SignalOrigin,
  type SignalTarget,
} from './signal';

/** Interface to the messenger and the API. */
export type CallPort = {
  /** This device in the conversation's MLS groups. */
  self: CallDevice;
  /**
   * Sends a signal as an MLS message of the conversation. Must deliver a device's signals in order. Rejects if the
   * message can't be sent.
   */
  sendSignal: (conversation: string, to: SignalTarget, signal: CallSignal) => Promise<void>;
  /** Returns the accounts of a conversation. */
  membersOf: (conversation: string) => readonly Address[];
  /** Called for each call that this device missed. */
  onMissed: (call: { callId: string; conversation: string; caller: Address }) => void;
  fetchIceServers: () => Promise<IceServers>;
};

/**
 * Runs this device's calls: passes signals and user actions to the state machine, and carries out the effects it
 * returns. Publishes the result in `useCalls`.
 */
export class CallController implements CallControl {
  readonly #port: CallPort;
  readonly #mesh: CallMesh;
  #view: CallView = noCall;
  #log: SignalLog = new Map();
  /** Sequence number of this device's next signal, by call. */
  readonly #sequences = new Map<string, number>();
  /** Sends signals one at a time. */
  #outbox: Promise<void> = Promise.resolve();
  readonly #timers = new Map<CallTimer, ReturnType<typeof setTimeout>>();
  #track: MediaStreamTrack | null = null;
  /** Incremented to discard a microphone that is still opening. */
  #microphoneTurn = 0;

  constructor(port: CallPort) {
    this.#port = port;
    this.#mesh = new CallMesh({
      fetchIceServers: port.fetchIceServers,
      isRelayed: () => useRelayPreference.getState().isOn,
      send: ({ account, device }, body) => {
        const { state } = this.#view;
        if (isActive(state)) this.#send(state.call, { account, device }, { ...body, to: device });
      },
      onState: (device, state) => this.#dispatch({ type: 'leg', device, state, now: Date.now() }),
      onQuality: (quality) => this.#show({ quality }),
      onSoundBlocked: () => this.#show({ isSoundBlocked: true }),
    });
    window.addEventListener('pagehide', this.#onPageHide);
    useCalls.setState({ controller: this, view: this.#view });
    const entry = takeHandedOverCall();
    if (entry?.type === 'start') this.#begin(entry.conversation, entry.others);
    else if (entry) {
      this.#sequences.set(entry.call.id, entry.nextSequence);
      this.#log = new Map([[entry.call.id, new Map()]]);
      const legs = entry.call.legs.map((leg) => ({ ...leg, state: 'connecting' as const }));
      this.#dispatch({
        type: 'resume',
        call: { ...entry.call, legs, isOutgoing: false, pending: [], connectedAt: null },
      });
    }
  }

  /**
   * Processes a signal from another device, which MLS has authenticated. Ignores malformed and replayed signals, and
   * invites that name anyone outside the conversation.
   */
  receive(from: SignalOrigin, value: unknown): void {
    const signal = parseSignal(value);
    if (!signal || from.device === this.#port.self.device) return;
    const members = this.#port.membersOf(from.conversation);
    const isMember = (account: Address) => members.some((member) => isAddressEqual(member, account));
    if (!isMember(from.account)) return;
    if (signal.type === 'invite' && !signal.participants.every(isMember)) return;
    const log = recordSignal(this.#log, from.device, signal);
    if (!log) return;
    this.#log = log;
    this.#dispatch({ type: 'signal', from, signal, now: Date.now() });
  }

  /** Calls one to three other members of a conversation. */
  start(conversation: string, others: readonly Address[]): void {
    if (isActive(this.#view.state)) return;
    if (!isCallDocument() && handOverCall({ type: 'start', conversation, others: [...others] })) return;
    this.#begin(conversation, others);
  }

  #begin(conversation: string, others: readonly Address[]): void {
    const callId = newCallId();
    this.#log = new Map(this.#log).set(callId, new Map());
    this.#dispatch({ type: 'start', callId, conversation, others });
  }

  // Arrow functions, because the panel passes them as event handlers.

  readonly accept = (): void => {
    const { state } = this.#view;
    if (state.phase !== 'ringingIn') return;
    const nextSequence = this.#sequences.get(state.call.id) ?? 0;
    if (!isCallDocument() && handOverCall({ type: 'accept', nextSequence, call: state.call })) {
      // The messages page, which is loading now, continues the call.
      window.removeEventListener('pagehide', this.#onPageHide);
      return;
    }
    this.#dispatch({ type: 'accept' });
  };

  readonly decline = (): void => {
    this.#dispatch({ type: 'decline' });
  };

  readonly hangUp = (): void => {
    this.#dispatch({ type: 'hangUp' });
  };

  readonly dismiss = (): void => {
    this.#dispatch({ type: 'dismiss' });
  };

  readonly setMuted = (isMuted: boolean): void => {
    if (this.#track) this.#track.enabled = !isMuted;
    this.#show({ isMuted });
  };

  readonly chooseMicrophone = async (microphoneId: string | null): Promise<void> => {
    const turn = this.#microphoneTurn;
    try {
      const track = await openMicrophone(microphoneId);
      if (turn !== this.#microphoneTurn) track.stop();
      else await this.#use(track, microphoneId);
    } catch (error) {
      if (turn === this.#microphoneTurn) this.#show({ microphoneProblem: microphoneProblem(error) });
    }
  };

  readonly watchLevel = (onLevel: (level: number) => void): (() => void) => {
    return this.#track ? watchLevel(this.#track, onLevel) : () => undefined;
  };

  readonly playSound = (): void => {
    this.#show({ isSoundBlocked: false });
    this.#mesh.play();
  };

  /** Resolves when all signals so far have reached the server or failed. */
  sent(): Promise<void> {
    return this.#outbox;
  }

  /**
   * Hangs up and stops accepting calls, for example when the session ends. Another device may answer a ringing call.
   */
  close(): void {
    if (this.#view.state.phase === 'ringingIn') this.#close();
    else this.hangUp();
    window.removeEventListener('pagehide', this.#onPageHide);
    if (useCalls.getState().controller === this) useCalls.setState({ controller: null, view: noCall });
  }

  readonly #onPageHide = (): void => {
    // A ringing call can still be answered on another device, or here after the page has reloaded.
    if (this.#view.state.phase !== 'ringingIn') this.hangUp();
  };

  #show(changes: Partial<CallView>): void {
    this.#view = { ...this.#view, ...changes };
    if (useCalls.getState().controller === this) useCalls.setState({ view: this.#view });
  }

  #dispatch(event: CallEvent): void {
    const { state, effects } = nextCallState(this.#port.self, this.#view.state, event);
    if (state !== this.#view.state) this.#show({ state });
    for (const effect of effects) this.#run(effect);
  }

  #run(effect: CallEffect): void {
    switch (effect.type) {
      case 'openMicrophone':
        this.#mesh.prepare();
        void this.#openMicrophone();
        return;
      case 'close':
        this.#close();
        return;
      case 'send':
        this.#send({ id: effect.callId, conversation: effect.conversation }, effect.to, effect.body);
        return;
      case 'openLeg':
        this.#mesh.open(effect.peer, effect.isPolite);
        return;
      case 'closeLeg':
        this.#mesh.close(effect.device);
        return;
      case 'deliver':
        this.#mesh.deliver(effect.from.device, effect.signal);
        return;
      case 'startTimer':
        this.#stopTimer(effect.timer);
        this.#timers.set(
          effect.timer,
          setTimeout(() => this.#dispatch({ type: 'timeout', timer: effect.timer }), effect.ms),
        );
        return;
      case 'stopTimer':
        this.#stopTimer(effect.timer);
        return;
      case 'missed': {
        const { callId, conversation, caller } = effect;
        this.#port.onMissed({ callId, conversation, caller });
      }
    }
  }

  #send(
    { id, conversation }: Pick<Call, 'id' | 'conversation'>,
    to: SignalTarget,
    body: Extract<CallEffect, { type: 'send' }>['body'],
  ): void {
    const seq = this.#sequences.get(id) ?? 0;
    this.#sequences.set(id, seq + 1);
    const signal: CallSignal = { ...body, callId: id, seq };
    this.#outbox = this.#outbox.then(() =>
      this.#port
        .sendSignal(conversation, to, signal)
        .catch(() =>
          this.#dispatch({ type: 'sendFailed', callId: id, device: 'device' in to ? to.device : null }),
        ),
    );
  }

  #stopTimer(timer: CallTimer): void {
    clearTimeout(this.#timers.get(timer));
    this.#timers.delete(timer);
  }

  async #openMicrophone(): Promise<void> {
    this.#microphoneTurn += 1;
    const turn = this.#microphoneTurn;
    try {
      const track = await openMicrophone(null);
      if (turn !== this.#microphoneTurn) {
        track.stop();
        return;
      }
      await this.#use(track, null);
      if (turn !== this.#microphoneTurn) return;
      this.#dispatch({ type: 'microphone', result: 'ready', now: Date.now() });
    } catch (error) {
      if (turn !== this.#microphoneTurn) return;
      const problem = microphoneProblem(error);
      this.#show({ microphoneProblem: problem });
      const result = problem === 'refused' ? 'permissionRefused' : 'noMicrophone';
      this.#dispatch({ type: 'microphone', result, now: Date.now() });
    }
  }

  /** Uses an open microphone. @throws if the browser can't send from it. */
  async #use(track: MediaStreamTrack, microphoneId: string | null): Promise<void> {
    const before = this.#track;
    track.enabled = !this.#view.isMuted;
    // The microphone was unplugged, or the user revoked the permission.
    track.addEventListener('ended', () => void this.chooseMicrophone(null));
    this.#track = track;
    try {
      await this.#mesh.setTrack(track);
    } catch (error) {
      track.stop();
      this.#track = before;
      if (before) await this.#mesh.setTrack(before);
      throw error;
    }
    before?.stop();
    this.#show({ microphoneId, microphoneProblem: null });
    // If the browser can't list them, the panel offers no choice.
    const microphones = await listMicrophones().catch(() => []);
    if (this.#track === track) this.#show({ microphones });
  }

  #close(): void {
    this.#microphoneTurn += 1;
    this.#mesh.closeAll();
    this.#track?.stop();
    this.#track = null;
    for (const timer of this.#timers.keys()) this.#stopTimer(timer);
    const { state, microphoneProblem: problem } = this.#view;
    this.#show({ ...noCall, state, microphoneProblem: problem });
  }
}

/**
 * Starts accepting calls and returns the controller, to which the messenger passes each signal. Closes the previous
 * controller.
 */
export function connectCalls(port: CallPort): CallController {
  useCalls.getState().controller?.close();
  return new CallController(port);
}
