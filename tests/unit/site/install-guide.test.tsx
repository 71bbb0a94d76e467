import { render, screen, within } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { InstallGuide } from '@/components/site/download/install-guide';
import messages from '@/messages/en.json';

const show = (link: string | null) =>
  render(
    <NextIntlClientProvider locale="en" messages={messages}>
      <InstallGuide link={link} />
    </NextIntlClientProvider>,
  );

test('DOWN-5 explains three steps each for iOS and Android, with a code of the page', () => {
  show('https://wallet.example.org/download#install');
  const lists = screen.getAllByRole('list');
  expect(lists.map((list) => within(list).getAllByRole('listitem').length)).toEqual([3, 3]);
  expect(lists[0]).toHaveTextContent(/Safari.*Share.*Add to Home Screen/);
  expect(lists[1]).toHaveTextContent(/Chrome.*menu.*Install/);
  expect(screen.getByRole('img', { name: 'QR code: this page' })).toHaveAttribute('width', '240');
});

test('DOWN-5 shows no code that phones can’t open', () => {
  show(null);
  expect(screen.queryByRole('img')).toBeNull();
});
