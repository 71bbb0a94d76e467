import { usePathname } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';
import { noteStep } from '@/lib/can-go-back';

/**
 * Calls `onChange` for the first path and for each one after it, and what it gives back before the next one. Keeps count
 * of the way back.
 */
export function usePathChange(onChange: () => (() => void) | undefined): void {
  const pathname = usePathname();
  const shown = useRef<string>(undefined);
  const popped = useRef(false);
  const handle = useEffectEvent(onChange);

  useEffect(() => {
    const onPop = () => {
      // A step within the page changes no path.
      popped.current = window.location.pathname !== shown.current;
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    if (shown.current !== undefined) noteStep(popped.current ? 'back' : 'on');
    shown.current = pathname;
    popped.current = false;
    return handle();
  }, [pathname]);
}
