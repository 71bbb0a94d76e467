import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TransactionWatcher } from '@/components/wallet/shell/transaction-watcher';
import { useSheet } from '@/components/wallet/transaction-sheet/sheet';
import { TransactionSheet } from '@/components/wallet/transaction-sheet/transaction-sheet';
import { useDialogs } from '@/lib/browser/dialogs';
import { useSession } from '@/lib/session/session';

const forms = { deposit: () => null, withdraw: () => null };

/** The transaction sheet and the transaction watcher, which every wallet page has. */
export function SheetRoot() {
  return (
    <>
      <TransactionSheet forms={forms} />
      <TransactionWatcher />
    </>
  );
}

/** Signs in without a server, and closes the sheet that an earlier test left open. */
export function signInWithoutSheet(): void {
  sessionStorage.clear();
  useDialogs.setState({ open: null });
  useSheet.setState({ order: null, entryId: null, step: 'idle', problem: null, tries: 0, isSeen: false });
  useSession.setState({ token: 'secret' });
}

/** Waits for the transaction sheet, and returns queries in it. */
export async function findSheet() {
  const steps = await screen.findByRole('list', { name: 'Steps of this transaction' });
  const dialog = steps.closest<HTMLElement>('[role=dialog]');
  if (!dialog) throw new Error('the steps are not in a dialog');
  return within(dialog);
}

/** Presses the button of the review that sends the transaction. */
export async function sendFromSheet(action: string | RegExp): Promise<void> {
  const sheet = await findSheet();
  await userEvent.click(await sheet.findByRole('button', { name: action }));
}
