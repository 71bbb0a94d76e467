'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { notify } from '@/lib/browser/notices';
import type { Locale } from '@/lib/i18n/routing';
import { useVisit } from '@/lib/preferences/visit';

type BridgeProps = { locale: Locale; origins: readonly string[] };

/** Fetches what only some visits need (SITE-11): the bridge to the shell, and the check of a currency from the address. */
export function EmbedMount({ failure, ...props }: BridgeProps & { failure: string }) {
  const [bridge, setBridge] = useState<{ Bridge: ComponentType<BridgeProps> } | null>(null);

  useEffect(() => {
    const { embed, currency } = useVisit.getState();
    const fail = () => notify('error', failure);
    if (currency !== undefined)
      import('@/lib/preferences/check-visit-currency').then(
        ({ checkVisitCurrency }) => checkVisitCurrency(),
        fail,
      );
    if (embed !== '1') return;
    // React drops what it does not know from the root when a stranger's change to the page has it draw anew.
    document.documentElement.dataset.embed = embed;
    let current = true;
    import('./embed-bridge').then(
      ({ EmbedBridge }) => current && setBridge({ Bridge: EmbedBridge }),
      () => current && fail(),
    );
    return () => {
      current = false;
    };
  }, [failure]);

  return bridge ? <bridge.Bridge {...props} /> : null;
}
