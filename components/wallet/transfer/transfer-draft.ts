import { type Address, isAddress } from 'viem';
import { create } from 'zustand';
import { openDialog } from '@/lib/browser/dialogs';

/** The user's input for a vault deposit or withdrawal. */
export type TransferDraft = {
  /** The account that the draft belongs to. The draft isn't shown for other accounts. */
  account: Address | null;
  chainId: number | null;
  coinId: number | null;
  amount: string;
};

export const emptyTransfer: TransferDraft = {
  account: null,
  chainId: null,
  coinId: null,
  amount: '',
};

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const whole = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) ? value : null);

export function readTransfer(stored: Record<string, unknown>): TransferDraft {
  const { account, chainId, coinId, amount } = stored;
  return {
    account: typeof account === 'string' && isAddress(account) ? account : null,
    chainId: whole(chainId),
    coinId: whole(coinId),
    amount: text(amount),
  };
}

/**
 * Creates a store for a draft. The draft is stored in this tab under `key`, so that it survives a reload. `read`
 * validates the stored value.
 */
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
        // Storage is unavailable, so the draft lasts only until the page is closed.
      }
    },
  };
}

export type DraftStore<D extends object> = ReturnType<typeof createDraft<D>>;

export const depositDraft = createDraft('tidewell.deposit', emptyTransfer, readTransfer);

export type WithdrawDraft = TransferDraft & {
  /** Whether the recipient is the connected account instead of the address below. */
  toSelf: boolean;
  /** The recipient's address as typed. */
  recipient: string;
  /** The recipient that the user typed and then confirmed, even though it resembles a known address. */
  meant: string;
};

const empty: WithdrawDraft = { ...emptyTransfer, toSelf: true, recipient: '', meant: '' };

export const withdrawDraft = createDraft('tidewell.withdraw', empty, (stored) => ({
  ...readTransfer(stored),
  toSelf: stored.toSelf !== false,
  recipient: text(stored.recipient),
  meant: text(stored.meant),
}));

/** Opens the withdrawal form for one of the account's coins. Keeps an existing draft for the same coin. */
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
  if (!isSame) withdrawDraft.save({ ...draft, account, chainId, coinId, amount: '' });
  openDialog('withdraw');
}
