import { Dialog } from '@/components/ui/dialog';
import { LoadFailure } from '@/components/ui/load-failure';
import { closeDialog, type DialogName, useDialogs } from '@/lib/browser/dialogs';
import type { DoorWording } from './door-wording';

/** The dialogs of the wallet that stand on every page. */
const walletDialogs: readonly DialogName[] = [
  'wallet',
  'deposit',
  'withdraw',
  'addInviter',
  'editName',
  'avatar',
];

export const isWalletDialog = (name: DialogName | null): boolean =>
  name !== null && walletDialogs.includes(name);

/** Takes the place of every wallet dialog after one of them threw. */
export function FailedDialog({ wording, onRetry }: { wording: DoorWording; onRetry: () => void }) {
  const open = useDialogs((state) => state.open);
  return (
    <Dialog
      open={isWalletDialog(open)}
      onClose={() => open && closeDialog(open)}
      title={wording.failedTitle}
      closeLabel={wording.close}
    >
      <LoadFailure text={wording.failed} retry={wording.retry} onRetry={onRetry} />
    </Dialog>
  );
}
