import { parseAmount } from '@/lib/format/amount';

/** How much less than quoted may arrive, in hundredths of a percent. */
export const SLIPPAGE_BPS = { least: 5n, most: 2_000n, usual: 50n, risky: 200n } as const;
/** How long the network may take, in minutes. */
export const DEADLINE_MIN = { least: 1, most: 180, usual: 20 } as const;
/** How often a quote is asked for anew, and from what age on it no longer counts. */
export const QUOTE_POLL_MS = 6_000;
export const QUOTE_STALE_AFTER_MS = 30_000;
/** Pools come and go seldom. */
export const PAIRS_STALE_AFTER_MS = 60_000;

/** Typed percent to hundredths of a percent, or null where it is none within the bounds. */
export function readSlippage(text: string): bigint | null {
  const parsed = parseAmount(text, 2);
  if ('problem' in parsed) return null;
  return parsed.value >= SLIPPAGE_BPS.least && parsed.value <= SLIPPAGE_BPS.most ? parsed.value : null;
}

/** Typed minutes to seconds, or null where they are none within the bounds. */
export function readDeadline(text: string): bigint | null {
  const minutes = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return minutes >= DEADLINE_MIN.least && minutes <= DEADLINE_MIN.most ? BigInt(minutes * 60) : null;
}
