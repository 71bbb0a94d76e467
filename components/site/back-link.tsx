'use client';

import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { canGoBack } from '@/lib/browser/can-go-back';

/** A link that goes back in this site's history, or to `home` if there is no history or no JavaScript (SITE-10). */
export function BackLink({ home, children }: { home: string; children: ReactNode }) {
  function back(event: MouseEvent) {
    if (!canGoBack()) return;
    event.preventDefault();
    window.history.back();
  }
  return (
    <a
      href={home}
      onClick={back}
      data-way-out=""
      className="inline-flex min-h-11 items-center gap-2 text-water print:hidden"
    >
      <Icon path="M17 10H3M8 5l-5 5 5 5" size={20} />
      {children}
    </a>
  );
}
