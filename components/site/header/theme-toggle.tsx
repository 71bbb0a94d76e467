'use client';

import { useTheme } from 'next-themes';
import type { ReactNode } from 'react';
import { setVisit } from '@/lib/preferences/visit';

/** Switches between light and dark, and so ends what the visit asked for. Which picture shows is decided by CSS, so it is right before hydration. */
export function ThemeToggle({ label, children }: { label: string; children: ReactNode }) {
  const { setTheme } = useTheme();
  const toggle = () => {
    setTheme(document.documentElement.classList.contains('dark') ? 'light' : 'dark');
    setVisit('theme', null);
  };
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={toggle}>
      {children}
    </button>
  );
}
