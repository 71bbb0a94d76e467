import { act, render, screen, waitFor } from '@testing-library/react';
import { Dialog } from '@/components/ui/dialog';
import { openDialog, useDialogs } from '@/lib/browser/dialogs';
import { runShellCommand } from '@/lib/embed/shell-commands';
import type { PageMessage } from '@/lib/embed/shell-messages';

beforeEach(() => useDialogs.setState({ open: null }));

test('SITE-11 DLG-1 the back command of the shell closes the topmost dialog, like its close button', async () => {
  const closed: string[] = [];
  const posted: PageMessage[] = [];
  const back = () => act(() => runShellCommand({ type: 'back' }, (message) => void posted.push(message)));
  const shown = (open: readonly string[]) =>
    ['deposit', 'request'].map((name) => (
      <Dialog
        key={name}
        open={open.includes(name)}
        onClose={() => closed.push(name)}
        title={name}
        closeLabel="Close"
      >
        {name}
      </Dialog>
    ));
  openDialog('deposit');
  const { rerender } = render(shown(['deposit']));
  rerender(shown(['deposit', 'request']));
  await screen.findByRole('dialog', { name: 'request' });
  back();
  expect(closed).toEqual(['request']);
  rerender(shown(['deposit']));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'request' })).toBeNull());
  back();
  expect(closed).toEqual(['request', 'deposit']);
  // The dialog itself decides how to close, so the shell doesn't change the dialog state.
  expect(useDialogs.getState().open).toBe('deposit');
  rerender(shown([]));

  // A dialog that is still loading can't close itself, so the shell closes it.
  back();
  expect(useDialogs.getState().open).toBeNull();
  expect(posted).toEqual([]);
  back();
  expect(posted).toEqual([{ type: 'close' }]);
});
