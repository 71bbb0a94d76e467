import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, StrictMode } from 'react';
import { Composer } from '@/components/wallet/messages/composer';
import en from '@/messages/en.json';
import { messageView } from '../../../support/conversation-views';

type Props = ComponentProps<typeof Composer>;

function composer(changes: Partial<Props>) {
  const props: Props = {
    draft: '',
    composing: { kind: 'new' },
    replyName: '',
    stop: null,
    onSend: async () => true,
    onMoney: null,
    onDapp: null,
    onImage: null,
    onCancel: () => undefined,
    onDraft: () => undefined,
    onTyping: () => undefined,
    ...changes,
  };
  return (
    <StrictMode>
      <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
        <Composer {...props} />
      </NextIntlClientProvider>
    </StrictMode>
  );
}
const message = messageView({ isOwn: true, state: { kind: 'sent' } });
const field = () => screen.getByRole('textbox', { name: 'Message' });

test('HUB-2 a draft is stored at once when the field goes away', async () => {
  const user = userEvent.setup();
  const onDraft = jest.fn();
  const { unmount } = render(composer({ onDraft }));
  await user.type(field(), 'See you at the pier');
  unmount();
  expect(onDraft).toHaveBeenLastCalledWith('See you at the pier');
});

test('HUB-2 a draft is stored once typing pauses, also if the conversation is drawn again meanwhile', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  jest.useFakeTimers();
  const drafts: string[] = [];
  const shown = () => composer({ onDraft: (text) => drafts.push(text) });
  const { rerender, unmount } = render(shown());
  await user.type(field(), 'tide');
  for (let round = 0; round < 3; round += 1) {
    jest.advanceTimersByTime(150);
    rerender(shown());
  }
  jest.useRealTimers();
  expect(drafts).toEqual(['tide']);
  unmount();
});

test('HUB-2 a message that is being sent, or edited, is not stored as a draft', async () => {
  const user = userEvent.setup();
  const onDraft = jest.fn();
  const sending = render(composer({ onDraft, onSend: () => new Promise(() => undefined) }));
  await user.type(field(), 'On my way');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  sending.unmount();
  const editing = render(composer({ onDraft, composing: { kind: 'edit', message } }));
  await user.type(field(), ' now');
  editing.unmount();
  expect(onDraft).not.toHaveBeenCalled();
});
