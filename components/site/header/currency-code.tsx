'use client';

import { useSyncExternalStore } from 'react';
import { DEFAULT_CURRENCY } from '@/lib/constants';
import { useCurrency } from '@/lib/preferences/currency';

/** The display currency; the static page carries the default until the browser knows better. */
export function CurrencyCode() {
  return useSyncExternalStore(
    useCurrency.subscribe,
    () => useCurrency.getState().currency,
    () => DEFAULT_CURRENCY,
  );
}
