import { usePathname } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onChange` for the first path and for each one after it, and what it gives back before the next one. */
export function usePathChange(onChange: () => (() => void) | undefined): void {
  const pathname = usePathname();
  const shown = useRef<string>(undefined);
  const handle = useEffectEvent(onChange);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    return handle();
  }, [pathname]);
}
