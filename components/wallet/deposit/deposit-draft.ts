import type { Hash } from 'viem';

/** What the user has filled in, kept in this tab so that a reload loses nothing. */
export type DepositDraft = {
  chainId: number | null;
  coinId: number | null;
  amount: string;
  /** The deposit under way, once sent. */
  hash: Hash | null;
  /** The dialog was open. */
  open: boolean;
};

const KEY = 'tidewell.deposit';
export const emptyDraft: DepositDraft = { chainId: null, coinId: null, amount: '', hash: null, open: false };

export function loadDraft(): DepositDraft {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof parsed === 'object' && parsed !== null ? { ...emptyDraft, ...parsed } : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

export function saveDraft(draft: DepositDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is refused: the draft then lives as long as the page.
  }
}
