import type { Hex } from 'viem';
import type { ConversationId, NoticeView, ReceivedSignal } from '@/lib/messages/protocol/view-types';
import { nextCallState } from '@/lib/wallet/calls/call-state';
import type { CallEvent, CallState } from '@/lib/wallet/calls/call-types';
import {
  type CallDevice,
  type CallSignal,
  newCallId,
  parseSignal,
  recordSignal,
  type SignalLog,
} from '@/lib/wallet/calls/signal';
import type { User } from './messenger';

/**
 * Calls of a messenger, without sound. The messenger carries the state machine's signals. Microphones are always
 * ready, and the test simulates connections.
 */
export class Phone {
  readonly user: User;
  state: CallState = { phase: 'idle' };
  readonly received: ReceivedSignal[] = [];
  readonly missed: string[] = [];
  #log: SignalLog = new Map();
  readonly #sequences = new Map<string, number>();
  #sending: Promise<void> = Promise.resolve();

  constructor(user: User) {
    this.user = user;
    user.messenger.onSignal(({ from, signal }) => {
      this.received.push({ from, signal });
      const parsed = parseSignal(signal);
      const log = parsed && recordSignal(this.#log, from.device, parsed);
      if (!log || !parsed) return;
      this.#log = log;
      this.dispatch({ type: 'signal', from, signal: parsed, now: Date.now() });
    });
  }

  get self(): CallDevice {
    const { deviceKey } = this.user.messenger.getSnapshot();
    return { account: this.user.account.address, device: deviceKey as Hex };
  }

  dispatch(event: CallEvent): void {
    const { state, effects } = nextCallState(this.self, this.state, event);
    this.state = state;
    for (const effect of effects) {
      if (effect.type === 'openMicrophone')
        this.dispatch({ type: 'microphone', result: 'ready', now: Date.now() });
      if (effect.type === 'missed') this.missed.push(effect.callId);
      if (effect.type !== 'send') continue;
      const { callId, conversation, to, body } = effect;
      this.send(conversation, to, { ...body, callId, seq: this.#nextSequence(callId) } as CallSignal);
    }
  }

  send(conversation: ConversationId, to: Parameters<User['messenger']['sendSignal']>[1], signal: CallSignal) {
    const { messenger } = this.user;
    this.#sending = this.#sending.then(() => messenger.sendSignal(conversation, to, signal));
  }

  #nextSequence(callId: string): number {
    const seq = this.#sequences.get(callId) ?? 0;
    this.#sequences.set(callId, seq + 1);
    return seq;
  }

  call(conversation: ConversationId): string {
    const { participants } = this.user.messenger
      .getSnapshot()
      .conversations.find(({ id }) => id === conversation) ?? { participants: [] };
    const others = participants.filter(({ isSelf }) => !isSelf).map(({ account }) => account);
    const callId = newCallId();
    this.#log = new Map(this.#log).set(callId, new Map());
    this.dispatch({ type: 'start', callId, conversation, others });
    return callId;
  }

  /** Resolves when the server has accepted all signals. @throws MessengerError if it rejected one. */
  sent = (): Promise<void> => this.#sending;
}

/** Exchanges the phones' signals until none is left. */
export async function exchange(...phones: readonly Phone[]): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    for (const { user, sent } of phones) {
      await sent();
      await user.messenger.sync();
      await sent();
    }
}

/** Returns the call entries in a conversation, oldest first. */
export async function callsOf(
  { messenger }: User,
  id: ConversationId,
): Promise<{ by: string; at: number; outcome: string; seconds: number | null }[]> {
  const timeline = messenger.timeline(id);
  const stop = timeline.subscribe(() => {});
  await timeline.loadOlder();
  const { items } = timeline.getSnapshot();
  stop();
  const notices = items.filter((item): item is NoticeView => item.kind === 'notice');
  return notices.flatMap(({ by, at, event }) =>
    event.type === 'call' ? [{ by, at, outcome: event.outcome, seconds: event.seconds }] : [],
  );
}
