import { useEffect } from 'react';
import { MOBILE_BREAKPOINT_PX } from '@/lib/constants';

/** Closes what belongs to narrow windows alone once the window grows to the mobile breakpoint. */
export function useCloseWhenWide(open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const wide = window.matchMedia(`(width >= ${MOBILE_BREAKPOINT_PX}px)`);
    const onChange = () => wide.matches && close();
    wide.addEventListener('change', onChange);
    return () => wide.removeEventListener('change', onChange);
  }, [open, close]);
}
