import { type Address, type Hash, isAddress, isHash } from 'viem';
import { create } from 'zustand';

/** What the user has filled in on the way into or out of the vault. */
export type TransferDraft = {
  /** Whose draft it is; another account's is not shown. */
  account: Address | null;
  chainId: number | null;
  coinId: number | null;
  amount: string;
  /** The ledger's id of the transaction under way, once sent. */
  sentId: Hash | null;
  /** The dialog was open. */
  open: boolean;
};

export const emptyTransfer: TransferDraft = {
  account: null,
  chainId: null,
  coinId: null,
  amount: '',
  sentId: null,
  open: false,
};

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const whole = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) ? value : null);

export function readTransfer(stored: Record<string, unknown>): TransferDraft {
  const { account, chainId, coinId, amount, sentId, open } = stored;
  return {
    account: typeof account === 'string' && isAddress(account) ? account : null,
    chainId: whole(chainId),
    coinId: whole(coinId),
    amount: text(amount),
    sentId: typeof sentId === 'string' && isHash(sentId) ? sentId : null,
    open: open === true,
  };
}

/** A draft kept in this tab under `key`, so that a reload loses nothing; `read` takes from what was stored what fits. */
export function createDraft<D extends object>(
  key: string,
  empty: D,
  read: (stored: Record<string, unknown>) => D,
) {
  const load = (): D => {
    try {
      const parsed: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
      return typeof parsed === 'object' && parsed !== null ? read(parsed as Record<string, unknown>) : empty;
    } catch {
      return empty;
    }
  };
  const useDraft = create<D>(load);
  return {
    empty,
    useDraft,
    save(draft: D): void {
      useDraft.setState(draft, true);
      try {
        sessionStorage.setItem(key, JSON.stringify(draft));
      } catch {
        // Storage is refused: the draft then lives as long as the page.
      }
    },
  };
}

export type DraftStore<D extends object> = ReturnType<typeof createDraft<D>>;
