import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import jsQR from 'jsqr';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import sharp from 'sharp';
import { InviteNotice, InviteWaits } from '@/components/wallet/messages/invite-notice';
import { RoomInvite } from '@/components/wallet/messages/room-invite';
import { useNotices } from '@/lib/browser/notices';
import type { Messenger } from '@/lib/messages/messenger-type';
import { MessengerError } from '@/lib/messages/protocol/messenger-error';
import { readInvite } from '@/lib/messages/send/rooms';
import en from '@/messages/en.json';
import { unblockDecoders } from '../../../support/pictures';

const account = '0x00000000000000000000000000000000000000A1';
const inviter = '0x00000000000000000000000000000000000000B1';
const codeBy = (by: string, name = 'Boat trip') =>
  Buffer.from(
    JSON.stringify({ v: 2, inviter: by, name, room: '5e'.repeat(16), secret: '0a'.repeat(16) }),
  ).toString('base64url');

/** The parts of a messenger that invitations use. */
const messengerWith = (actions: Partial<Messenger>) => ({ account, readInvite, ...actions }) as Messenger;
const show = (children: ReactNode) =>
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      {children}
    </NextIntlClientProvider>,
  );
const notice = (messenger: Messenger) =>
  show(<InviteNotice messenger={messenger} nameOf={(address) => address} />);
const arriveWith = (fragment: string) =>
  window.history.replaceState(null, '', `/wallet/messages#${fragment}`);

beforeAll(unblockDecoders);
afterEach(() => arriveWith(''));

/** Returns what a camera reads from a picture in the page. */
async function scan(picture: Element): Promise<string | undefined> {
  const { data, info } = await sharp(Buffer.from(picture.outerHTML))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test('HUB-1 the QR code of an invitation holds the link, also with the longest name of a room', async () => {
  arriveWith('');
  const code = codeBy(inviter, '棕櫚'.repeat(40));
  const withdrawInvite = jest.fn(async () => undefined);
  show(
    <RoomInvite
      messenger={messengerWith({ inviteCode: async () => code, withdrawInvite })}
      id="one"
      name="Boat trip"
      isActive
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Invite by link' }));
  const picture = await screen.findByRole('img', { name: 'QR code with the invitation to Boat trip' });
  const link = await scan(picture);
  expect(link).toBe(`${window.location.origin}/wallet/messages#invite=${code}`);
  expect(screen.getByText(link ?? '')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Turn off link' }));
  expect(withdrawInvite).toHaveBeenCalledWith('one');
  expect(screen.queryByRole('img')).toBeNull();
});

test('HUB-1 a link waits in the URL until messages are turned on, and then leaves it', async () => {
  arriveWith(`invite=${codeBy(inviter)}`);
  const { unmount } = show(<InviteWaits />);
  expect(screen.getByRole('status')).toHaveTextContent("You're invited to a room.");
  unmount();
  const joinByInvite = jest.fn(async () => undefined);
  notice(messengerWith({ joinByInvite }));
  expect(
    screen.getByText(
      `This link says that ${inviter} invites you to the room Boat trip. Anyone can make such a link.`,
    ),
  ).toBeVisible();
  expect(window.location.hash).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Join room' }));
  expect(joinByInvite).toHaveBeenCalledWith(codeBy(inviter));
  expect(screen.queryByRole('region')).toBeNull();
});

test('HUB-1 an invitation stays if it could not be answered', async () => {
  arriveWith(`invite=${codeBy(inviter)}`);
  const joinByInvite = () => Promise.reject(new MessengerError('offline'));
  notice(messengerWith({ joinByInvite }));
  await userEvent.click(screen.getByRole('button', { name: 'Join room' }));
  expect(useNotices.getState().notices.at(-1)?.message).toBe(en.wallet.messages.reason.offline);
  expect(screen.getByRole('button', { name: 'Join room' })).toBeVisible();
});

test.each([
  ['a damaged link', `invite=${codeBy(inviter).slice(0, 40)}`, en.wallet.messages.invite.malformed],
  ['the account’s own link', `invite=${codeBy(account)}`, en.wallet.messages.invite.own],
])('HUB-1 %s is explained', (_, fragment, text) => {
  arriveWith(fragment);
  notice(messengerWith({}));
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});

test('HUB-1 other fragments are no invitations', () => {
  arriveWith('content');
  notice(messengerWith({}));
  show(<InviteWaits />);
  expect(document.body).toHaveTextContent(/^$/);
  expect(window.location.hash).toBe('#content');
});

test('HUB-1 a link from before can be turned off, and one that ended isn’t shown', async () => {
  const withdrawInvite = jest.fn(async () => undefined);
  const messenger = messengerWith({ inviteCode: async () => codeBy(inviter), withdrawInvite });
  const inRoom = (isActive: boolean) => (
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <RoomInvite messenger={messenger} id="one" name="Boat trip" isActive={isActive} />
    </NextIntlClientProvider>
  );
  const { rerender } = render(inRoom(true));
  await userEvent.click(screen.getByRole('button', { name: 'Turn off link' }));
  expect(withdrawInvite).toHaveBeenCalledWith('one');
  await userEvent.click(screen.getByRole('button', { name: 'Invite by link' }));
  expect(await screen.findByRole('img')).toBeVisible();
  rerender(inRoom(false));
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Turn off link' })).toBeNull();
});
