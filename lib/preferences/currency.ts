import { create } from 'zustand';
import { DEFAULT_CURRENCY } from '@/lib/constants';
import { readStored, watchStored, writeStored } from './storage';
import { setVisit, useVisit } from './visit';

/** Local storage key of the selected spot trading pair. */
export const SPOT_PAIR_STORAGE_KEY = 'spotPair';

const KEY = 'legalItem';

function current(): string {
  return (
    useVisit.getState().currency ??
    (typeof window === 'undefined' ? null : readStored(KEY)) ??
    DEFAULT_CURRENCY
  );
}

/** Store of the display currency (ISO 4217): the one set for this visit, else the stored one, else the default. */
export const useCurrency = create<{ currency: string }>(() => ({ currency: current() }));

/** Stores the visitor's choice, which overrides the URL, and clears a spot pair quoted in another currency (CUR-2). */
export function chooseCurrency(currency: string): void {
  writeStored(KEY, currency);
  setVisit('currency', null);
  if (!readStored(SPOT_PAIR_STORAGE_KEY)?.endsWith(`/${currency}`)) writeStored(SPOT_PAIR_STORAGE_KEY, null);
  useCurrency.setState({ currency });
}

/** Sets the currency for this visit only, or restores the stored one if null. */
export function setVisitCurrency(currency: string | null): void {
  setVisit('currency', currency);
  useCurrency.setState({ currency: current() });
}

watchStored(KEY, () => useCurrency.setState({ currency: current() }));
