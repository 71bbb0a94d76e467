'use client';

import { useEffect, useState } from 'react';
import { stepState } from '@/lib/browser/can-go-back';
import { linkMessage, obey, resumeVisit, watchLinks } from '@/lib/embed/obey';
import { reportDialogs, reportPage, reportReady, reportReturn, reportSession } from '@/lib/embed/report';
import { findTransport } from '@/lib/embed/transport';
import type { Locale } from '@/lib/i18n/routing';
import { withVisit } from '@/lib/preferences/visit';
import { reportWallet } from './report-wallet';
import { usePathChange } from './use-path-change';

/** Where storage is refused, the address of each page carries the visit's settings, so that a reload keeps them. */
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
  // A web view has no other tab to open.
  event.preventDefault();
  window.location.assign(address);
}

/** Ties the page to the shell it is embedded in (SITE-11). It watches what the site knows; nothing calls it. */
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
        transport.listen((message) => obey(message, post)),
        reportSession(post),
        reportDialogs(post),
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
