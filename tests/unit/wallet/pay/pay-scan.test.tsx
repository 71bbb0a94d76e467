import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import type { Person } from '@/components/wallet/fields/use-people';
import { ScanPanel } from '@/components/wallet/pay/scan-panel';
import messages from '@/messages/en.json';

/** Returns a camera stream like getUserMedia's, with a track that can be stopped. */
function camera(problem: string | null) {
  const track = { stop: jest.fn(() => undefined) };
  const stream = { active: true, getTracks: () => [track] };
  const getUserMedia = jest.fn(async () => {
    if (problem) throw new DOMException('no', problem);
    return stream;
  });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  return { track, getUserMedia };
}

const [ana, ben] = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0x00000000000000000000000000000000000000B1',
] as const;
const people: readonly Person[] = [
  { name: 'Ana', address: ana },
  { name: '“Ben”', address: ben },
];
const taken: string[] = [];
const show = () =>
  render(
    <NextIntlClientProvider locale="en" messages={messages}>
      <ScanPanel
        people={people}
        refusalOf={(text) => (text.startsWith('ethereum:') ? null : 'This is no request.')}
        onRequest={(text) => taken.push(text)}
      />
    </NextIntlClientProvider>,
  );
const start = async () => {
  await userEvent.setup().click(screen.getByRole('button', { name: 'Scan with the camera' }));
};

beforeEach(() => {
  taken.length = 0;
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
  // jsdom does not implement the navigation type.
  Object.defineProperty(performance, 'getEntriesByType', {
    configurable: true,
    value: () => [{ name: 'https://tidewell.example/wallet/pay' }],
  });
  // jsdom can't play media.
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
  Reflect.deleteProperty(performance, 'getEntriesByType');
  jest.restoreAllMocks();
});

test.each([
  ['NotAllowedError', /^Camera access is blocked\. Allow it in your browser settings/],
  ['NotFoundError', /^No camera found\. Choose an image or paste the request\./],
  ['OverconstrainedError', /^No camera found\. Choose an image or paste the request\./],
  ['NotReadableError', /^The camera is unplugged or in use\. Close any other app/],
  ['TypeError', /^Can't start the camera\. Choose an image or paste the request\./],
])('WAL-14 %s has its own message, and the other ways stay open', async (name, words) => {
  camera(name);
  show();
  await start();
  expect(await screen.findByText(words)).toBeVisible();
  for (const other of ['Scan with the camera', 'Choose an image', 'Continue'])
    expect(screen.getByRole('button', { name: other })).toBeEnabled();
});

test('WAL-14 an insecure page and a browser without cameras show a message', async () => {
  const first = show();
  await start();
  expect(screen.getByText(/^This browser can't use a camera\. Choose an image or paste/)).toBeVisible();
  first.unmount();
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: false });
  show();
  await start();
  expect(
    screen.getByText(/^The camera works on secure pages \(https\) only\. Choose an image/),
  ).toBeVisible();
});

test.each(['button', 'hidden page', 'left page'])('WAL-14 the camera stops on: %s', async (how) => {
  const { track } = camera(null);
  const view = show();
  await start();
  const stop = await screen.findByRole('button', { name: 'Stop the camera' });
  expect(await screen.findByText('Point the camera at the code.')).toBeVisible();
  expect(track.stop).not.toHaveBeenCalled();
  if (how === 'button') await userEvent.setup().click(stop);
  else if (how === 'left page') view.unmount();
  else {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    Reflect.deleteProperty(document, 'visibilityState');
  }
  await act(async () => undefined);
  expect(track.stop).toHaveBeenCalledTimes(1);
});

test('WAL-14 a pasted request continues; any other text shows an error beside the field', async () => {
  const user = userEvent.setup();
  show();
  const field = screen.getByLabelText('Address or payment request');
  await user.type(field, 'https://evil.example{Enter}');
  expect(field).toHaveAccessibleDescription('This is no request.');
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, ' ethereum:0x1 {Enter}');
  expect(taken).toEqual(['ethereum:0x1']);
});

test('WAL-14 the field offers people, and a typed part of a name with Enter chooses the first', async () => {
  const user = userEvent.setup();
  show();
  const field = screen.getByRole('combobox', { name: 'Address or payment request' });
  await user.click(field);
  expect(field).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Ana0x5aAe…eAed',
    '“Ben”0x0000…00B1',
  ]);
  await user.type(field, 'be');
  expect(screen.getByRole('option')).toHaveTextContent('“Ben”');
  await user.keyboard('{Enter}');
  expect(taken).toEqual([ben]);
});

test('WAL-14 a whole name that one person has continues with Continue, also without its quotation marks', async () => {
  camera(null);
  show();
  const user = userEvent.setup();
  const field = screen.getByRole('combobox');
  // The open list hides it from screen readers, but not from a press.
  const next = () => screen.getByText('Continue');
  for (const [typed, address] of [
    ['ana', ana],
    [' Ben ', ben],
  ] as const) {
    await user.clear(field);
    await user.type(field, typed);
    await user.click(next());
    expect(taken.at(-1)).toBe(address);
  }
  await user.clear(field);
  await user.type(field, 'An');
  await user.click(next());
  expect(taken).toHaveLength(2);
});

test('WAL-14 people are chosen with the arrow keys or by a press, and Escape keeps what is typed', async () => {
  const user = userEvent.setup();
  show();
  const field = screen.getByRole('combobox', { name: 'Address or payment request' });
  await user.click(field);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await user.clear(field);
  await user.type(field, 'ana');
  await user.keyboard('{Escape}');
  expect(field).toHaveValue('ana');
  expect(screen.queryByRole('option')).toBeNull();
  await user.click(field);
  await user.click(screen.getByRole('option'));
  expect(taken).toEqual([ben, ana]);
});

test('WAL-14 a file that is not a picture shows an error', async () => {
  const { container } = show();
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  Object.assign(globalThis, { createImageBitmap: async () => Promise.reject(new Error('no picture')) });
  await userEvent.setup({ applyAccept: false }).upload(input, new File(['text'], 'a.txt'));
  expect(
    await screen.findByText(/^The browser can't open this file as an image\. Choose another/),
  ).toBeVisible();
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
});
