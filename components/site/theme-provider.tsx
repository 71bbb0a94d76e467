'use client';

import { ThemeProvider as NextThemesProvider } from 'next-themes';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useVisit } from '@/lib/preferences/visit';
import { BrowserColor } from './browser-color';

const systemQuery = () => window.matchMedia('(prefers-color-scheme: dark)');
const systemTheme = () => (systemQuery().matches ? 'dark' : 'light');

function watchSystem(onChange: () => void): () => void {
  const query = systemQuery();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

const useSystemTheme = () =>
  useSyncExternalStore(watchSystem, systemTheme, () =>
    typeof window === 'undefined' ? 'light' : systemTheme(),
  );

/** Light or dark in local storage; a first visit follows the system (SITE-8). A theme for the visit wins (SITE-11). */
export function ThemeProvider({ children, nonce }: { children: ReactNode; nonce: string | undefined }) {
  const visit = useVisit((state) => state.theme);
  const system = useSystemTheme();
  return (
    <NextThemesProvider
      attribute="class"
      defaultTheme="system"
      {...(nonce ? { nonce } : {})}
      // A forced `system` would not follow the system.
      {...(visit === undefined ? {} : { forcedTheme: visit === 'system' ? system : visit })}
    >
      <BrowserColor />
      {children}
    </NextThemesProvider>
  );
}
