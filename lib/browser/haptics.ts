export type HapticStyle = 'success' | 'warning' | 'selection';

const listeners = new Set<(style: HapticStyle) => void>();

/**
 * Requests haptic feedback from the app shell, unless the user prefers reduced motion. Ordinary browsers get none:
 * `navigator.vibrate` is too coarse for a selection, and is missing on iOS.
 */
export function requestHaptic(style: HapticStyle): void {
  if (listeners.size === 0 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const listener of listeners) listener(style);
}

/** Calls `listener` for each requested haptic. Returns the cleanup function. */
export function listenForHaptics(listener: (style: HapticStyle) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
