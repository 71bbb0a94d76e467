import type { Address } from 'viem';
import { create } from 'zustand';
import type { Quality } from './call-quality';
import type { CallState } from './call-types';
import type { MicrophoneChoice, MicrophoneProblem } from './microphone';

/** What the call panel shows. */
export type CallView = {
  state: CallState;
  isMuted: boolean;
  microphones: readonly MicrophoneChoice[];
  /** Null for the system's default. */
  microphoneId: string | null;
  microphoneProblem: MicrophoneProblem | null;
  /** Worst quality among the connections, or null until it's known. */
  quality: Quality | null;
  /** Whether the browser blocks playback until the user presses a button. */
  isSoundBlocked: boolean;
};

export const noCall: CallView = {
  state: { phase: 'idle' },
  isMuted: false,
  microphones: [],
  microphoneId: null,
  microphoneProblem: null,
  quality: null,
  isSoundBlocked: false,
};

/** Actions of the call panel. */
export type CallActions = {
  accept: () => void;
  decline: () => void;
  hangUp: () => void;
  /** Hides a call that has ended. */
  dismiss: () => void;
  setMuted: (isMuted: boolean) => void;
  /** Changes the microphone during the call. Keeps the previous one if the new one can't be used. */
  chooseMicrophone: (microphoneId: string | null) => Promise<void>;
  /** Calls `onLevel` with the microphone's level, from 0 to 1. Returns a function that unsubscribes. */
  watchLevel: (onLevel: (level: number) => void) => () => void;
  /** Plays sound that the browser has blocked. Call it from a button's event handler. */
  playSound: () => void;
};

/** Starts calls, and stops accepting them. */
export type CallControl = CallActions & {
  start(conversation: string, others: readonly Address[]): void;
  close(): void;
};

/** Starts calls in an account's conversations, if messages are on in this browser. */
export type CallHostControl = {
  /** Calls the other members of a conversation. Returns false if another tab has a call. */
  start: (conversation: string) => Promise<boolean>;
  /**
   * Hangs up, and resolves when the others have been notified or after a short timeout. Call it before the session
   * ends.
   */
  leave: () => Promise<void>;
  /** Returns the name of the room that a call is for, or null for a call between two people. */
  roomOf: (conversation: string) => string | null;
};

/** Returns whether there is a call. Reads the view, because the state machine may not be loaded yet. */
export const isCalling = ({ view }: { view: CallView }): boolean =>
  view.state.phase !== 'idle' && view.state.phase !== 'ended';

/**
 * Store of the call and its controller, if this page can make calls. The wallet's first load includes this store, but
 * not the controller or the host, which loads it.
 */
export const useCalls = create<{
  host: CallHostControl | null;
  controller: CallControl | null;
  view: CallView;
}>(() => ({
  host: null,
  controller: null,
  view: noCall,
}));
