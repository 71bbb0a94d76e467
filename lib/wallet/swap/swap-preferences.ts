import { create } from 'zustand';
import { readStored, watchStored, writeStored } from '@/lib/preferences/storage';
import { DEADLINE_MIN, readDeadline, readSlippage } from './arithmetic';

/** Slippage tolerance in percent and deadline in minutes, as typed. */
type SwapPreferences = { slippage: string; minutes: string };

const KEY = 'tidewell.swapPreferences';
/** The defaults. */
export const usualPreferences: SwapPreferences = { slippage: '0.5', minutes: String(DEADLINE_MIN.usual) };

function load(): SwapPreferences {
  if (typeof window === 'undefined') return usualPreferences;
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? 'null');
    const { slippage, minutes } = Object(stored) as Record<keyof SwapPreferences, unknown>;
    return {
      slippage:
        typeof slippage === 'string' && readSlippage(slippage) !== null
          ? slippage
          : usualPreferences.slippage,
      minutes:
        typeof minutes === 'string' && readDeadline(minutes) !== null ? minutes : usualPreferences.minutes,
    };
  } catch {
    return usualPreferences;
  }
}

/** Store of the user's swap preferences on this device. The swap form and the settings share them. */
export const useSwapPreferences = create<SwapPreferences>(load);

/** Changes preferences. Invalid ones are kept until the page closes, so that what was typed can be corrected. */
export function changeSwapPreferences(change: Partial<SwapPreferences>): void {
  useSwapPreferences.setState(change);
  writeStored(KEY, JSON.stringify(useSwapPreferences.getState()));
}

watchStored(KEY, () => useSwapPreferences.setState(load()));
