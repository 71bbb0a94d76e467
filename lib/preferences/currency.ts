import { create } from 'zustand';
import { DEFAULT_CURRENCY, SPOT_PAIR_STORAGE_KEY } from '@/lib/constants';
import { readStored, watchStored, writeStored } from './storage';
import { setVisit, useVisit } from './visit';

const KEY = 'legalItem';

function current(): string {
  return (
    useVisit.getState().currency ??
    (typeof window === 'undefined' ? null : readStored(KEY)) ??
    DEFAULT_CURRENCY
  );
}

/** ISO 4217 display currency: the visit's, else the stored one. */
export const useCurrency = create<{ currency: string }>(() => ({ currency: current() }));

/** Stores the visitor's choice, which takes precedence over the URL's, and clears the spot pair (CUR-2). */
export function chooseCurrency(currency: string): void {
  writeStored(KEY, currency);
  setVisit('currency', null);
  if (!readStored(SPOT_PAIR_STORAGE_KEY)?.endsWith(`/${currency}`)) writeStored(SPOT_PAIR_STORAGE_KEY, null);
  useCurrency.setState({ currency });
}

/** Sets the currency for this visit only; null restores the stored one. */
export function setVisitCurrency(currency: string | null): void {
  setVisit('currency', currency);
  useCurrency.setState({ currency: current() });
}

watchStored(KEY, () => useCurrency.setState({ currency: current() }));
