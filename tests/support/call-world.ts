import { type Address, type Hex, isAddressEqual } from 'viem';
import { nextCallState } from '@/lib/wallet/calls/call-state';
import {
  type CallEffect,
  type CallEvent,
  type CallState,
  type CallTimer,
  isActive,
} from '@/lib/wallet/calls/call-types';
import {
  type CallDevice,
  type CallSignal,
  parseSignal,
  recordSignal,
  type SignalLog,
  type SignalOrigin,
} from '@/lib/wallet/calls/signal';

export const CONVERSATION = '5e'.repeat(16);
export const NOW = 1_764_115_200_000;

/** Returns a device of an account by letter and number: `deviceOf('a', 1)` is the first device of account a. */
export const deviceOf = (letter: string, index: number): CallDevice => ({
  account: `0x${letter.repeat(40)}` as Address,
  device: `0x${index}${letter.repeat(63)}` as Hex,
});

/** A device in the model: its state, its queued signals, and the resources that its effects have left open. */
export type Device = {
  self: CallDevice;
  state: CallState;
  log: SignalLog;
  sequences: Map<string, number>;
  inbox: { from: SignalOrigin; signal: CallSignal }[];
  isAskingForMicrophone: boolean;
  hasMicrophone: boolean;
  legs: Set<Hex>;
  timers: Set<CallTimer>;
  missed: string[];
};

/**
 * Devices that run the state machine, with a server that delivers each device's signals in order. Carries out every
 * effect except sound.
 */
export class CallWorld {
  readonly devices: Device[];
  /** All sent signals, for replays. */
  readonly sent: { from: SignalOrigin; to: Device; signal: CallSignal }[] = [];
  now = NOW;

  constructor(devices: readonly CallDevice[]) {
    this.devices = devices.map((self) => ({
      self,
      state: { phase: 'idle' },
      log: new Map(),
      sequences: new Map(),
      inbox: [],
      isAskingForMicrophone: false,
      hasMicrophone: false,
      legs: new Set(),
      timers: new Set(),
      missed: [],
    }));
  }

  device(index: number): Device {
    const found = this.devices[index % this.devices.length];
    if (!found) throw new Error('no such device');
    return found;
  }

  start(device: Device, callId: string, others: readonly Address[]): void {
    if (isActive(device.state)) return;
    device.log = new Map(device.log).set(callId, new Map());
    this.dispatch(device, { type: 'start', callId, conversation: CONVERSATION, others });
  }

  dispatch(device: Device, event: CallEvent): void {
    const { state, effects } = nextCallState(device.self, device.state, event);
    device.state = state;
    for (const effect of effects) this.#run(device, effect);
  }

  /** Answers the browser's microphone prompt. */
  answerMicrophone(device: Device, result: Extract<CallEvent, { type: 'microphone' }>['result']): void {
    if (!device.isAskingForMicrophone) return;
    device.isAskingForMicrophone = false;
    device.hasMicrophone = result === 'ready';
    this.dispatch(device, { type: 'microphone', result, now: this.now });
  }

  /** Delivers the next signal to a device. Returns false if none is queued. */
  deliver(device: Device): boolean {
    const next = device.inbox.shift();
    if (!next) return false;
    this.receive(device, next.from, next.signal);
    return true;
  }

  receive(device: Device, from: SignalOrigin, value: unknown): void {
    const signal = parseSignal(value);
    const log = signal && recordSignal(device.log, from.device, signal);
    if (!signal || !log) return;
    device.log = log;
    this.dispatch(device, { type: 'signal', from, signal, now: this.now });
  }

  /** Delivers all queued signals. */
  settle(): void {
    while (this.devices.some((device) => this.deliver(device)));
  }

  /** Connects the legs that both sides have opened. */
  connect(): void {
    for (const device of this.devices)
      for (const key of [...device.legs]) {
        const other = this.devices.find(({ self }) => self.device === key);
        if (other?.legs.has(device.self.device))
          this.dispatch(device, { type: 'leg', device: key, state: 'connected', now: this.now });
      }
  }

  #run(device: Device, effect: CallEffect): void {
    switch (effect.type) {
      case 'openMicrophone':
        device.isAskingForMicrophone = true;
        return;
      case 'close':
        device.isAskingForMicrophone = false;
        device.hasMicrophone = false;
        device.legs.clear();
        device.timers.clear();
        return;
      case 'send': {
        const seq = device.sequences.get(effect.callId) ?? 0;
        device.sequences.set(effect.callId, seq + 1);
        const signal = { ...effect.body, callId: effect.callId, seq };
        const from = { ...device.self, conversation: effect.conversation };
        for (const to of this.devices) {
          const isFor =
            'device' in effect.to
              ? effect.to.device === to.self.device
              : effect.to.accounts.some((account) => isAddressEqual(account, to.self.account));
          if (!isFor || to === device) continue;
          to.inbox.push({ from, signal });
          this.sent.push({ from, to, signal });
        }
        return;
      }
      case 'openLeg':
        device.legs.add(effect.peer.device);
        return;
      case 'closeLeg':
        device.legs.delete(effect.device);
        return;
      case 'startTimer':
        device.timers.add(effect.timer);
        return;
      case 'stopTimer':
        device.timers.delete(effect.timer);
        return;
      case 'missed':
        device.missed.push(effect.callId);
        return;
      case 'deliver':
        return;
    }
  }
}
