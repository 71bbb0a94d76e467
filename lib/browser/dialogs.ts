import { create } from 'zustand';

export type DialogName =
  | 'menu'
  | 'wallet'
  | 'deposit'
  | 'withdraw'
  | 'transaction'
  | 'freeTransfer'
  | 'language'
  | 'fiat'
  | 'announcements'
  | 'bio'
  | 'addInviter'
  | 'editName'
  | 'avatar'
  | 'nft'
  | 'addNft'
  | 'search';

/** Store of the open dialog. Only one can be open at a time (DLG-1). */
export const useDialogs = create<{ open: DialogName | null }>(() => ({ open: null }));

export function openDialog(name: DialogName): void {
  useDialogs.setState({ open: name });
}

export function closeDialog(name: DialogName): void {
  useDialogs.setState((state) => (state.open === name ? { open: null } : state));
}
