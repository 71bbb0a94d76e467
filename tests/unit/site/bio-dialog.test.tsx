import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BioDialogButton } from '@/components/site/about/bio-dialog-button';
import { useDialogs } from '@/lib/browser/dialogs';
import { reportDialogs } from '@/lib/embed/report';
import { runShellCommand } from '@/lib/embed/shell-commands';
import type { PageMessage } from '@/lib/embed/shell-messages';

const Bio = ({ name }: { name: string }) => (
  <BioDialogButton title={name} action="Read" actionLabel={`Read ${name}`} closeLabel="Close" className="">
    Life of {name}
  </BioDialogButton>
);

beforeEach(() => {
  useDialogs.setState({ open: null });
  window.matchMedia = ((query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
});

test('ABOUT-2 SITE-11 reports a bio to the shell, which can close the open one', async () => {
  const posted: PageMessage[] = [];
  const post = (message: PageMessage) => void posted.push(message);
  const stop = reportDialogs(post);
  render(
    <>
      <Bio name="Ada" />
      <Bio name="Ben" />
    </>,
  );
  for (const name of ['Ada', 'Ben']) {
    fireEvent.click(screen.getByText(`Read ${name}`));
    expect(await screen.findByRole('dialog', { name })).toBeInTheDocument();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    act(() => runShellCommand({ type: 'back' }, post));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  stop();
  expect(posted).toEqual([true, false, true, false].map((open) => ({ type: 'dialog', name: 'bio', open })));
});

test('ABOUT-2 SITE-11 closes a bio when its page unmounts', async () => {
  const { unmount } = render(<Bio name="Ada" />);
  fireEvent.click(screen.getByText('Read Ada'));
  await screen.findByRole('dialog', { name: 'Ada' });
  expect(useDialogs.getState().open).toBe('bio');
  unmount();
  expect(useDialogs.getState().open).toBeNull();
});
