import type { Address } from 'viem';
import { openDialog } from '@/lib/browser/dialogs';
import { createDraft, emptyTransfer, readTransfer, type TransferDraft, text } from './transfer-draft';

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
