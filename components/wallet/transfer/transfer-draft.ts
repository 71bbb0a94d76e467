import { type Address, type Hash, isAddress, isHash } from 'viem';
import { create } from 'zustand';
import { openDialog } from '@/lib/browser/dialogs';

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

export const depositDraft = createDraft('tidewell.deposit', emptyTransfer, readTransfer);

export type WithdrawDraft = TransferDraft & {
  /** Whether the money goes to the connected account, or to the address below. */
  toSelf: boolean;
  /** As typed. */
  recipient: string;
  /** The recipient, as typed, that the user said is meant although it looks like another one. */
  meant: string;
};

const empty: WithdrawDraft = { ...emptyTransfer, toSelf: true, recipient: '', meant: '' };

export const withdrawDraft = createDraft('tidewell.withdraw', empty, (stored) => ({
  ...readTransfer(stored),
  toSelf: stored.toSelf !== false,
  recipient: text(stored.recipient),
  meant: text(stored.meant),
}));

/** Opens the withdrawal of an account's coin. What was begun for that coin stays; what was sent goes on by itself. */
export function openWithdraw({
  account,
  chainId,
  coinId,
}: {
  account: Address;
  chainId: number;
  coinId: number;
}): void {
  const stored = withdrawDraft.useDraft.getState();
  const draft = stored.account === account ? stored : empty;
  const isSame = draft.chainId === chainId && draft.coinId === coinId;
  if (!isSame) withdrawDraft.save({ ...draft, account, chainId, coinId, amount: '', sentId: null });
  openDialog('withdraw');
}
