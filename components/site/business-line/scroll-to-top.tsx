'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useHydrating } from '@/components/ui/use-hydrating';

/** Scrolls to the top without animation on each path change, including back navigation (SITE-9). */
export function ScrollToTop() {
  const pathname = usePathname();
  const hydrating = useHydrating();
  // A full page load keeps its scroll position, because the user may have scrolled already.
  const shown = useRef(hydrating ? pathname : undefined);
  useEffect(() => {
    // By default, the browser would restore the old scroll position.
    window.history.scrollRestoration = 'manual';
    if (shown.current !== pathname) window.scrollTo({ top: 0, behavior: 'instant' });
    shown.current = pathname;
    // Let the browser restore the scroll position after a reload.
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
