import { type Address, type Hash, isAddress, isHash } from 'viem';

/** What the user has filled in, kept in this tab so that a reload loses nothing. */
export type DepositDraft = {
  /** Whose draft it is; another account's is not shown. */
  account: Address | null;
  chainId: number | null;
  coinId: number | null;
  amount: string;
  /** The ledger's id of the deposit under way, once sent. */
  depositId: Hash | null;
  /** The dialog was open. */
  open: boolean;
};

const KEY = 'tidewell.deposit';
export const emptyDraft: DepositDraft = {
  account: null,
  chainId: null,
  coinId: null,
  amount: '',
  depositId: null,
  open: false,
};

function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}

export function loadDraft(): DepositDraft {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof parsed !== 'object' || parsed === null) return emptyDraft;
    const { account, chainId, coinId, amount, depositId, open } = parsed as Record<string, unknown>;
    return {
      account: typeof account === 'string' && isAddress(account) ? account : null,
      chainId: whole(chainId),
      coinId: whole(coinId),
      amount: typeof amount === 'string' ? amount : '',
      depositId: typeof depositId === 'string' && isHash(depositId) ? depositId : null,
      open: open === true,
    };
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
