import { useEffect } from 'react';

const MOBILE_BREAKPOINT_PX = 768;

/** Closes mobile-only dialogs when the window grows past the breakpoint. */
export function useCloseWhenWide(open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const wide = window.matchMedia(`(width >= ${MOBILE_BREAKPOINT_PX}px)`);
    const onChange = () => wide.matches && close();
    wide.addEventListener('change', onChange);
    return () => wide.removeEventListener('change', onChange);
  }, [open, close]);
}
