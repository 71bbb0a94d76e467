'use client';

import { useTheme } from 'next-themes';
import { setVisit } from '@/lib/visit';

/** Switches between light and dark, and so ends what the visit asked for. Which picture shows is decided by CSS, so it is right before hydration. */
export function ThemeToggle({ label }: { label: string }) {
  const { setTheme } = useTheme();
  const toggle = () => {
    setTheme(document.documentElement.classList.contains('dark') ? 'light' : 'dark');
    setVisit('theme', null);
  };
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={toggle}>
      <svg
        aria-hidden="true"
        width="20"
        height="20"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path className="dark:hidden" d="M16.5 12.2A7 7 0 0 1 7.8 3.500a7 7 0 1 0 8.700 8.700Z" />
        <g className="hidden dark:inline">
          <circle cx="10" cy="10" r="3.500" />
          <path d="M10 1.500v2.500M10 16v2.500M1.500 10H4M16 10h2.500M4 4l1.800 1.800M14.200 14.200 16 16M4 16l1.800-1.800M14.200 5.800 16 4" />
        </g>
      </svg>
    </button>
  );
}
