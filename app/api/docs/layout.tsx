import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { THEME_COLORS } from '@/lib/constants';
import { brand } from '@/lib/content/website';
import { geologica } from '../../fonts/geologica';
import '../../globals.css';

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: THEME_COLORS.light },
    { media: '(prefers-color-scheme: dark)', color: THEME_COLORS.dark },
  ],
};

export const metadata: Metadata = {
  title: `API documentation · ${brand}`,
  description: `Every call of the ${brand} API: what it takes, what it answers, and how to make it.`,
  robots: { index: false },
};

/** Layout of the developer documentation. It has no translations and no scripts, so its theme follows the system. */
export default function ApiDocsLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={geologica.variable} data-scroll-behavior="smooth">
      <body>
        <a
          href="#content"
          className="fixed start-4 top-2 z-40 -translate-y-20 rounded-sharp bg-ink px-4 py-3 text-paper focus:translate-y-0 print:hidden"
        >
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}
