import { create } from 'zustand';

export type DialogName =
  | 'menu'
  | 'wallet'
  | 'deposit'
  | 'withdraw'
  | 'language'
  | 'fiat'
  | 'announcements'
  | 'bio'
  | 'addInviter'
  | 'editName'
  | 'avatar'
  | 'nft'
  | 'addNft';

/** The one place that opens and closes dialogs (DLG-1). One dialog is open at a time. */
export const useDialogs = create<{ open: DialogName | null }>(() => ({ open: null }));

export function openDialog(name: DialogName): void {
  useDialogs.setState({ open: name });
}

export function closeDialog(name: DialogName): void {
  useDialogs.setState((state) => (state.open === name ? { open: null } : state));
}

/** How each dialog that is open is closed, the topmost last. */
const closers: (() => void)[] = [];

/** Names the way to close a dialog that now lies above all others. Gives back what to call once it is closed. */
export function pushDialog(close: () => void): () => void {
  closers.push(close);
  return () => {
    const index = closers.indexOf(close);
    if (index !== -1) closers.splice(index, 1);
  };
}

/** Closes the topmost dialog the way its own close button does. Answers whether one was open. */
export function closeTopDialog(): boolean {
  const close = closers.at(-1);
  close?.();
  return close !== undefined;
}
