import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { StrictMode } from 'react';
import { type ImageContext, MessageImage } from '@/components/wallet/messages/message-image';
import type { PlainImage } from '@/lib/messages/protocol/content';
import { MessengerError, type MessengerReason } from '@/lib/messages/protocol/messenger-error';
import type { MessageView } from '@/lib/messages/protocol/view-types';
import en from '@/messages/en.json';
import { IMAGE_FILE, messageView } from '../../../support/conversation-views';

const plain: PlainImage = { bytes: new Uint8Array(1), mediaType: 'image/webp', width: 640, height: 480 };
const body = {
  type: 'image',
  image: IMAGE_FILE,
  description: 'The harbor',
} as const;
const message = messageView({ body });

/** What the observers of jsdom, which has none, were told. */
let observe: (isIntersecting: boolean) => void = () => undefined;
const close = jest.fn();
beforeEach(() => {
  close.mockClear();
  const observers = new Set<IntersectionObserverCallback>();
  class Observer {
    constructor(private readonly callback: IntersectionObserverCallback) {}
    observe = () => void observers.add(this.callback);
    disconnect = () => void observers.delete(this.callback);
  }
  observe = (isIntersecting) =>
    act(() => {
      for (const callback of observers)
        callback([{ isIntersecting } as IntersectionObserverEntry], {} as IntersectionObserver);
    });
  // jsdom neither lays out, nor decodes, nor draws.
  Object.assign(globalThis, {
    IntersectionObserver: Observer,
    createImageBitmap: async (_: unknown, { resizeWidth = 640, resizeHeight = 480 } = {}) => ({
      width: resizeWidth,
      height: resizeHeight,
      close,
    }),
  });
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => jest.restoreAllMocks());

function show(changes: Partial<ImageContext>, shown: MessageView = message) {
  const images: ImageContext = {
    loadsOnClick: false,
    read: async () => plain,
    progress: { subscribe: () => () => undefined, imageProgress: () => null },
    ...changes,
  };
  return render(
    <StrictMode>
      <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
        <MessageImage message={shown} body={body} name="Ada" images={images} />
      </NextIntlClientProvider>
    </StrictMode>,
  );
}
const opener = () => screen.findByRole('button', { name: 'Open image: The harbor' });

test('HUB-2 an image is read near what is visible, has its place before that, and gives its memory back', async () => {
  const read = jest.fn(async () => plain);
  const { container } = show({ read });
  expect(container.querySelector<HTMLElement>('[aria-busy]')?.style).toMatchObject({
    width: '320px',
    aspectRatio: '640 / 480',
  });
  expect(read).not.toHaveBeenCalled();
  observe(true);
  await opener();
  const closed = close.mock.calls.length;
  observe(false);
  expect(screen.queryByRole('button', { name: /^Open image/ })).toBeNull();
  expect(close.mock.calls.length).toBeGreaterThan(closed);
});

test('HUB-2 an image of a stranger is not read before a click', async () => {
  const user = userEvent.setup();
  const read = jest.fn(async () => plain);
  show({ read, loadsOnClick: true });
  observe(true);
  expect(read).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Show image' }));
  await opener();
});

test('HUB-2 a failure says why, and can be tried again, unless the image is gone or damaged', async () => {
  const user = userEvent.setup();
  let reason: MessengerReason | null = 'offline';
  const read = async () => {
    if (reason) throw new MessengerError(reason);
    return plain;
  };
  const { unmount } = show({ read });
  observe(true);
  expect(await screen.findByText(en.wallet.messages.reason.offline)).toBeVisible();
  reason = null;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await opener();
  unmount();
  for (const final of ['gone', 'broken'] as const) {
    reason = final;
    const shown = show({ read });
    observe(true);
    expect(await screen.findByText(en.wallet.messages.reason[final])).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    shown.unmount();
  }
});

test('HUB-2 an image whose decoded dimensions are others is not shown', async () => {
  show({ read: async () => ({ ...plain, width: 641 }) });
  observe(true);
  expect(await screen.findByText(en.wallet.messages.reason.broken)).toBeVisible();
});

test('HUB-2 a waiting image says how much of it is uploaded', async () => {
  let part: number | null = 0.25;
  let changed = () => {};
  const progress: ImageContext['progress'] = {
    subscribe: (listener) => {
      changed = listener;
      return () => undefined;
    },
    imageProgress: () => part,
  };
  show({ progress }, { ...message, isOwn: true, state: { kind: 'waiting' } });
  expect(screen.getByText('Uploading 25%')).toBeVisible();
  part = null;
  act(() => changed());
  await waitFor(() => expect(screen.queryByText(/^Uploading/)).toBeNull());
});

test('HUB-2 an image opens large by keyboard, with its description, and closes', async () => {
  const user = userEvent.setup();
  show({});
  observe(true);
  (await opener()).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Image from Ada' });
  expect(await screen.findByRole('img', { name: 'The harbor' })).toBeInTheDocument();
  expect(dialog).toHaveTextContent('The harbor');
  expect(screen.getByRole('button', { name: 'Save image' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
