import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { IdentityNotices } from '@/components/wallet/messages/identity-notices';
import type { IdentityNotice } from '@/lib/messages/protocol/view-types';
import en from '@/messages/en.json';

const carol = '0x00000000000000000000000000000000000000C1';
const { identity } = en.wallet.messages;

function show(kind: IdentityNotice['kind'], by: IdentityNotice['by'] = null) {
  const actions = { onCompare: jest.fn(), onAccept: jest.fn() };
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      <IdentityNotices
        notices={[{ account: carol, kind, by }]}
        nameOf={(one) => (one === carol ? 'Carol' : 'Dan')}
        {...actions}
      />
    </NextIntlClientProvider>,
  );
  return actions;
}

test.each(['fork', 'shorter'] as const)(
  'HUB-7 a server that may deceive (%s) causes an alert with what to do',
  async (kind) => {
    const { onCompare, onAccept } = show(kind);
    expect(screen.getByRole('alert')).toHaveTextContent(identity[kind].replace('{name}', 'Carol'));
    await userEvent.click(screen.getByRole('button', { name: identity.compare }));
    expect(onCompare).toHaveBeenCalled();
    expect(onAccept).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: identity.accept }));
    expect(onAccept).toHaveBeenCalledWith(carol);
  },
);

test('HUB-7 a member who says that the devices are others is named', () => {
  show('reported', '0x00000000000000000000000000000000000000d1');
  expect(screen.getByRole('alert')).toHaveTextContent('Dan sees different devices for Carol');
});

test('HUB-7 new devices are shown, and alarm nobody', async () => {
  const { onAccept } = show('newDevices');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent(identity.newDevices.replace('{name}', 'Carol'));
  await userEvent.click(screen.getByRole('button', { name: identity.understood }));
  expect(onAccept).toHaveBeenCalledWith(carol);
});
