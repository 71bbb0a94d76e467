'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWalletRequests } from '@/components/site/load-wallet';
import { stepState } from '@/lib/browser/can-go-back';
import {
  reportDialogs,
  reportHaptics,
  reportPage,
  reportReady,
  reportReturn,
  reportSession,
  reportUnread,
} from '@/lib/embed/report';
import { linkMessage, resumeVisit, runShellCommand, watchLinks } from '@/lib/embed/shell-commands';
import type { Post } from '@/lib/embed/shell-messages';
import { findTransport } from '@/lib/embed/transport';
import type { Locale } from '@/lib/i18n/routing';
import { withVisit } from '@/lib/preferences/visit';

/** Starts reporting transactions once the wallet loads, because reporting requires the wallet's code. */
function reportWallet(post: Post): () => void {
  let stopReport: (() => void) | undefined;
  let stopped = false;
  const start = async () => {
    const { reportTransactions } = await import('@/lib/embed/report');
    if (!stopped) stopReport ??= reportTransactions(post);
  };
  const startIfWanted = ({ wanted }: { wanted: number }) => {
    // If this chunk fails to load, the wallet chunk fails to load too. Its error handling reports the failure and
    // retries.
    if (wanted > 0 && !stopReport) void start().catch(() => undefined);
  };
  startIfWanted(useWalletRequests.getState());
  const unsubscribe = useWalletRequests.subscribe(startIfWanted);
  return () => {
    stopped = true;
    unsubscribe();
    stopReport?.();
  };
}

/**
 * Calls `onChange` on each path change. Before the next change, calls the cleanup function that `onChange` returned.
 */
function usePathChange(onChange: () => (() => void) | undefined): void {
  const pathname = usePathname();
  const shown = useRef<string>(undefined);
  const handle = useEffectEvent(onChange);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    return handle();
  }, [pathname]);
}

/** If storage is blocked, keeps this visit's settings, such as the theme, in the URL, so that they survive a reload. */
function keepVisitInAddress() {
  const url = withVisit(new URL(window.location.href));
  if (url.href !== window.location.href) window.history.replaceState(stepState(), '', url);
}

function followLink(link: HTMLAnchorElement, event: MouseEvent) {
  const url = URL.canParse(link.href) ? new URL(link.href) : null;
  if (url?.origin !== window.location.origin) return;
  const address = withVisit(url).href;
  if (address !== link.href) link.href = address;
  if (link.target !== '_blank') return;
  // Web views can't open new tabs.
  event.preventDefault();
  window.location.assign(address);
}

/** Connects the page to its embed shell (SITE-11). */
export function EmbedBridge({ locale, origins }: { locale: Locale; origins: readonly string[] }) {
  const [transport] = useState(() => findTransport(origins));

  useEffect(() => {
    const post = transport?.post;
    const stops = [
      watchLinks((link, event) => {
        const message = post ? linkMessage(link) : null;
        if (!message || !post) return followLink(link, event);
        event.preventDefault();
        post(message);
      }),
    ];
    stops.push(resumeVisit());
    if (post) {
      reportReady(post, locale);
      stops.push(
        transport.listen((message) => runShellCommand(message, post)),
        reportSession(post),
        reportDialogs(post),
        reportHaptics(post),
        reportUnread(post),
        reportReturn(post, locale),
        reportWallet(post),
      );
    }
    return () => {
      for (const stop of stops) stop();
    };
  }, [transport, locale]);

  usePathChange(() => {
    keepVisitInAddress();
    return transport ? reportPage(transport.post, locale) : undefined;
  });

  return null;
}
