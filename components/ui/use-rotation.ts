import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

const MOVE_ON_MS = 6_000;
export const QUIET = '(prefers-reduced-motion: reduce)';

/** `free` rests under the mouse and ends at the first sign of a reader's own will; `asked` runs until it is stopped. */
type Mode = 'stopped' | 'free' | 'asked';

/**
 * The rotation of a carousel by the WAI-ARIA APG: never starts where reduced motion is asked for, rests under the mouse,
 * and ends for good when the keyboard's focus, a finger or one of the controls takes over, until its own button starts
 * it again.
 */
export function useRotation(moveOn: () => void) {
  const [mode, setMode] = useState<Mode>('stopped');
  const [hovered, setHovered] = useState(false);
  const rotating = mode === 'asked' || (mode === 'free' && !hovered);

  useEffect(() => {
    if (!window.matchMedia(QUIET).matches) setMode('free');
  }, []);

  const latest = useRef(moveOn);
  useEffect(() => {
    latest.current = moveOn;
  });
  useEffect(() => {
    if (!rotating) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && latest.current(), MOVE_ON_MS);
    return () => clearInterval(timer);
  }, [rotating]);

  const stop = () => setMode('stopped');
  return {
    playing: mode !== 'stopped',
    rotating,
    stop,
    toggle: () => setMode(mode === 'stopped' ? 'asked' : 'stopped'),
    /** For the carousel as a whole. */
    watch: {
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: (event: FocusEvent) => {
        if (mode === 'free' && event.target.matches(':focus-visible')) stop();
      },
    },
  };
}
