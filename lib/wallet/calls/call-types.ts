import type { Address, Hex } from 'viem';
import type {
  CallDevice,
  CallSignal,
  ConnectionSignal,
  SignalBody,
  SignalOrigin,
  SignalTarget,
} from './signal';

/** Why a call ended. `elsewhere`: another device of the account answered it. `missed`: nobody answered in time. */
export type EndReason =
  | 'hungUp'
  | 'declined'
  | 'busy'
  | 'missed'
  | 'elsewhere'
  | 'failed'
  | 'noMicrophone'
  | 'permissionRefused'
  | 'network';

/** Connection to another device in the call. */
export type Leg = CallDevice & { state: 'connecting' | 'connected' | 'reconnecting' };

export type Call = {
  id: string;
  /** Conversation ID on this device. Signals from other conversations don't belong to this call. */
  conversation: string;
  isOutgoing: boolean;
  caller: CallDevice;
  /** Other accounts that the invite names, and the caller. */
  others: readonly Address[];
  /** On the caller's device, the accounts that haven't answered yet. */
  pending: readonly Address[];
  /** Devices known to take part. After this device joins, it has a leg to each. */
  legs: readonly Leg[];
  /** Time when the first other device connected, in ms since the epoch. */
  connectedAt: number | null;
};

export type CallState =
  | { phase: 'idle' }
  /** `isInvited`: the invites were sent, which requires a microphone. `isRinging`: a device is ringing. */
  | { phase: 'ringingOut'; call: Call; isInvited: boolean; isRinging: boolean }
  /** `isAnswering`: the user has accepted, and the browser may be asking for the microphone. */
  | { phase: 'ringingIn'; call: Call; isAnswering: boolean }
  | { phase: 'connecting' | 'connected' | 'reconnecting'; call: Call }
  | { phase: 'ended'; call: Call; reason: EndReason };

export type CallTimer = 'ring' | 'connect' | 'reconnect';

export type CallEvent =
  /** Accepts a call that rang before the page reloaded. */
  | { type: 'resume'; call: Call }
  | { type: 'start'; callId: string; conversation: string; others: readonly Address[] }
  | { type: 'microphone'; result: 'ready' | 'noMicrophone' | 'permissionRefused'; now: number }
  | { type: 'accept' | 'decline' | 'hangUp' | 'dismiss' }
  | { type: 'signal'; from: SignalOrigin; signal: CallSignal; now: number }
  | { type: 'leg'; device: Hex; state: 'connected' | 'reconnecting' | 'failed' | 'closed'; now: number }
  | { type: 'timeout'; timer: CallTimer }
  /** `device`: the only recipient, which may have left the conversation, or null if the signal was for all. */
  | { type: 'sendFailed'; callId: string; device: Hex | null };

/** Effects that the reducer requests, in order. */
export type CallEffect =
  | { type: 'openMicrophone' }
  /** Closes all connections and the microphone, and stops all timers. */
  | { type: 'close' }
  | { type: 'send'; callId: string; conversation: string; to: SignalTarget; body: SignalBody }
  | { type: 'openLeg'; peer: CallDevice; isPolite: boolean }
  | { type: 'closeLeg'; device: Hex }
  | { type: 'deliver'; from: CallDevice; signal: ConnectionSignal }
  | { type: 'startTimer'; timer: CallTimer; ms: number }
  | { type: 'stopTimer'; timer: CallTimer }
  /** Adds a call that this device didn't answer to the conversation's history. */
  | { type: 'missed'; callId: string; conversation: string; caller: Address };

export type Step = { state: CallState; effects: readonly CallEffect[] };

type Ringing = Extract<CallState, { phase: 'ringingOut' | 'ringingIn' }>;
export type Joined = Extract<CallState, { phase: 'connecting' | 'connected' | 'reconnecting' }>;
export type Active = Ringing | Joined;

/** Returns whether a call is in progress, which prevents another one. */
export const isActive = (state: CallState): state is Active =>
  state.phase !== 'idle' && state.phase !== 'ended';
export const isJoined = (state: CallState): state is Joined =>
  state.phase === 'connecting' || state.phase === 'connected' || state.phase === 'reconnecting';
