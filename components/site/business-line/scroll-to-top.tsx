'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** Puts the page at its top on each change of path to it (SITE-9), at once and without motion. */
export function ScrollToTop() {
  const pathname = usePathname();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname]);
  return null;
}
