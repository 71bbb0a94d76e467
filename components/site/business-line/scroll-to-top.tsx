'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useHydrating } from '@/components/ui/use-hydrating';

/** Puts the page at its top on each change of path to it, at once and without motion; going back counts too (SITE-9). */
export function ScrollToTop() {
  const pathname = usePathname();
  const hydrating = useHydrating();
  // A page that the browser loaded is where it should be; its reader may have scrolled before the scripts came.
  const shown = useRef(hydrating ? pathname : undefined);
  useEffect(() => {
    // Else the browser puts the old position back after this.
    window.history.scrollRestoration = 'manual';
    if (shown.current !== pathname) window.scrollTo({ top: 0, behavior: 'instant' });
    shown.current = pathname;
    // A reload is no change of path: it comes back to where the reader was.
    const restore = () => {
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', restore);
    return () => {
      window.removeEventListener('pagehide', restore);
      restore();
    };
  }, [pathname]);
  return null;
}
