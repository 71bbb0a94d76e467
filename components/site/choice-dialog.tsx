import type { ComponentProps } from 'react';
import { ChoiceList } from '@/components/ui/choice-list';
import { Dialog } from '@/components/ui/dialog';
import { closeDialog, useDialogs } from '@/lib/browser/dialogs';
import type { DialogWording } from './site-dialog-props';

/** The state of the list's request. */
type ListRead = { error?: Error | undefined; isValidating: boolean; mutate: () => Promise<unknown> };

/** Dialog to choose one option of a list that the API returns. */
export function ChoiceDialog({
  name,
  title,
  wording,
  read: { error, isValidating, mutate },
  ...list
}: Pick<ComponentProps<typeof ChoiceList>, 'options' | 'current' | 'onChoose'> & {
  name: 'fiat' | 'language';
  title: string;
  wording: DialogWording;
  read: ListRead;
}) {
  const open = useDialogs((state) => state.open === name);
  return (
    <Dialog open={open} onClose={() => closeDialog(name)} title={title} closeLabel={wording.close}>
      <ChoiceList
        {...list}
        label={title}
        loading={wording.loading}
        failure={
          error && {
            text: wording.failed,
            reason: error.message,
            retry: isValidating ? wording.retrying : wording.retry,
            onRetry: () => void mutate(),
          }
        }
      />
    </Dialog>
  );
}
