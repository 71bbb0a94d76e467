import { create } from 'zustand';
import { DEFAULT_CURRENCY } from './constants';
import { readStored, writeStored } from './storage';

const KEY = 'legalItem';

/** ISO 4217 code in which amounts are shown, kept in local storage. */
export const useCurrency = create<{ currency: string }>(() => ({
  currency: (typeof window === 'undefined' ? null : readStored(KEY)) ?? DEFAULT_CURRENCY,
}));

export function chooseCurrency(currency: string): void {
  writeStored(KEY, currency);
  useCurrency.setState({ currency });
}
