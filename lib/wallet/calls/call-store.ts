import type { Address } from 'viem';
import { create } from 'zustand';
import type { Quality } from './call-quality';
import type { CallState } from './call-state';
import type { MicrophoneChoice, MicrophoneProblem } from './microphone';

/** What the call panel shows. */
export type CallView = {
  state: CallState;
  isMuted: boolean;
  microphones: readonly MicrophoneChoice[];
  /** Null if the system chooses. */
  microphoneId: string | null;
  microphoneProblem: MicrophoneProblem | null;
  /** The worst quality among the connections, or null if it isn't known yet. */
  quality: Quality | null;
  /** Whether the browser plays no sound until the user presses a button. */
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

/** What the user can do in the call panel. */
export type CallActions = {
  accept: () => void;
  decline: () => void;
  hangUp: () => void;
  /** Closes what is shown of a call that ended. */
  dismiss: () => void;
  setMuted: (isMuted: boolean) => void;
  /** Changes the microphone during the call. Keeps the one before if the new one can't be used. */
  chooseMicrophone: (microphoneId: string | null) => Promise<void>;
  /** Calls `onLevel` with the microphone's level, from 0 to 1. Returns a function that stops it. */
  watchLevel: (onLevel: (level: number) => void) => () => void;
  /** Plays the sound that the browser has blocked. Call it when the user presses a button. */
  playSound: () => void;
};

/** Calls other members of a conversation, and stops to take calls. */
export type CallControl = CallActions & {
  start(conversation: string, others: readonly Address[]): void;
  close(): void;
};

/** Starts calls of an account's conversations, if messages are on in this browser. */
export type CallHostControl = {
  /** Calls the other people of a conversation. Returns false if another tab has a call. */
  start: (conversation: string) => Promise<boolean>;
  /** Hangs up, and resolves when the others have been told, or after a moment. Call it before the session ends. */
  leave: () => Promise<void>;
};

/**
 * Store of the call, and of the controller that changes it, if this page can make calls. The wallet's first load has
 * this store, but neither the controller nor the host, which loads it.
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
