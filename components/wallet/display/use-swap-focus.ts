import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * React hook that moves focus to the first button of a group when other buttons have replaced the focused one, as a question does,
 * and when those return.
 */
export function useSwapFocus(group: RefObject<HTMLElement | null>, isSwapped: boolean): void {
  const wasSwapped = useRef(false);
  useLayoutEffect(() => {
    if (isSwapped || wasSwapped.current) group.current?.querySelector('button')?.focus();
    wasSwapped.current = isSwapped;
  }, [group, isSwapped]);
}
