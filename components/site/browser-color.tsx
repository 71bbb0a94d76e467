'use client';

import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { THEME_COLORS } from '@/lib/constants';

/**
 * Paints the browser around the page in the visitor's theme. The layout's two colours follow the system, which is right
 * only until the visitor chooses otherwise.
 */
export function BrowserColor() {
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    const color = THEME_COLORS[resolvedTheme === 'dark' ? 'dark' : 'light'];
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      meta.content = color;
  }, [resolvedTheme]);
  return null;
}
