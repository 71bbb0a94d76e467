'use client';

import { ThemeProvider as NextThemesProvider } from 'next-themes';
import type { ReactNode } from 'react';
import { BrowserColor } from './browser-color';

/** Light or dark in local storage; a first visit follows the system (SITE-8). */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <NextThemesProvider attribute="class" defaultTheme="system">
      <BrowserColor />
      {children}
    </NextThemesProvider>
  );
}
