'use client';

import { ThemeProvider as NextThemesProvider, useTheme } from 'next-themes';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { THEME_COLORS } from '@/lib/constants';
import { useVisit } from '@/lib/preferences/visit';
import { earlyPressScript, visitScript } from '@/lib/preferences/visit-script';

/**
 * Sets the browser's theme color to the visitor's theme. The layout's two theme colors follow the system, which is
 * wrong once the visitor has chosen another theme.
 */
function BrowserColor() {
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    const color = THEME_COLORS[resolvedTheme === 'dark' ? 'dark' : 'light'];
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      meta.content = color;
  }, [resolvedTheme]);
  return null;
}

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

/**
 * The scripts that every page runs before its first paint. Only the HTML has their text: React never runs a script that
 * is already there, so neither the page's data nor its code includes it.
 */
const earlyScripts = typeof window === 'undefined' ? `${visitScript()};${earlyPressScript()}` : '';

/**
 * Provides the light or dark theme from local storage. A first visit follows the system (SITE-8), and a theme set for
 * the visit takes precedence (SITE-11). Also writes the scripts that run before the first paint.
 */
export function ThemeProvider({ children, nonce }: { children: ReactNode; nonce: string | undefined }) {
  const visit = useVisit((state) => state.theme);
  const system = useSystemTheme();
  return (
    <NextThemesProvider
      attribute="class"
      defaultTheme="system"
      {...(nonce ? { nonce } : {})}
      // Resolve `system` here, because next-themes would not follow the system with a forced `system` theme.
      {...(visit === undefined ? {} : { forcedTheme: visit === 'system' ? system : visit })}
    >
      <BrowserColor />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a constant of this build. */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScripts }} />
      {children}
    </NextThemesProvider>
  );
}
