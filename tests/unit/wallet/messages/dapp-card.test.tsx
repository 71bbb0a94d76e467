import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { DappCard, DappDialog } from '@/components/wallet/messages/dapp-card';
import { decodeContent, encodeContent, randomId } from '@/lib/messages/protocol/content';
import en from '@/messages/en.json';

jest.mock('@/config/dapps.json', () => jest.requireActual('../../../support/dapps.json'));

const show = (children: ReactNode) =>
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC">
      {children}
    </NextIntlClientProvider>,
  );
const listed = { type: 'dapp', slug: 'sample', origin: 'http://127.0.0.1:3412' } as const;

test('HUB-5 a shared DApp is shown with the name and origin that the operator lists', () => {
  show(<DappCard body={listed} />);
  expect(screen.getByText('Sample DApp')).toBeVisible();
  expect(screen.getByText(listed.origin)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open DApp' })).toHaveAttribute(
    'href',
    '/wallet/dapps?dapp=sample',
  );
});

test.each([
  ['isn’t listed', { ...listed, slug: 'unknown' }],
  ['has another origin here', { ...listed, origin: 'https://evil.example' }],
  ['has another slug here', { ...listed, slug: 'offline' }],
])('HUB-5 a DApp that %s is a line without details or a link', (_, body) => {
  const { container } = show(<DappCard body={body} />);
  expect(container).toHaveTextContent(/^A DApp that isn't listed on this site\.$/);
  expect(container.querySelector('a, img')).toBeNull();
});

test.each([
  ['a path as its slug', { slug: '../profile' }],
  ['a query in its slug', { slug: 'sample&chain=1' }],
  ['a name of its own', { name: 'Wallet' }],
])('HUB-5 a message with %s is refused', (_, change) => {
  const content = { id: randomId(), at: 1, body: { ...listed, ...change } };
  expect(() => encodeContent(content)).toThrow();
  expect(decodeContent(new TextEncoder().encode(JSON.stringify(content)))).toBeNull();
});

test('HUB-5 any of the operator’s DApps can be shared', async () => {
  const onShare = jest.fn();
  show(<DappDialog isOpen onClose={() => undefined} onShare={onShare} />);
  const dialog = await screen.findByRole('dialog', { name: 'Share a DApp' });
  await userEvent.click(within(dialog).getByRole('button', { name: /^S?\s*Sample DApp/ }));
  expect(onShare).toHaveBeenCalledWith(listed);
});
