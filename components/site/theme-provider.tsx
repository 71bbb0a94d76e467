'use client';

import { ThemeProvider as NextThemesProvider } from 'next-themes';
import type { ReactNode } from 'react';

/** Light or dark in local storage; a first visit follows the system (SITE-8). */
export function ThemeProvider({ children, nonce }: { children: ReactNode; nonce: string | undefined }) {
  return (
    <NextThemesProvider attribute="class" defaultTheme="system" {...(nonce ? { nonce } : {})}>
      {children}
    </NextThemesProvider>
  );
}
