import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { DayLists } from '@/components/wallet/overview/day-lists';
import messages from '@/messages/en.json';

const item = {
  ...{
    out: [],
    in: [],
    counterparty: 'Alice',
    network: 'North Sea',
    at: 0,
    isFailed: true,
    href: '/?hash=1',
  },
};

test('WAL-13 a failed payment is to its recipient, although no amount moved', () => {
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <DayLists
        items={[
          { ...item, kind: 'send' },
          { ...item, kind: 'receive', href: '/?hash=2' },
        ]}
      />
    </NextIntlClientProvider>,
  );
  expect(screen.getByRole('link', { name: /^Sent\b/ })).toHaveTextContent('to Alice');
  expect(screen.getByRole('link', { name: /^Received\b/ })).toHaveTextContent('from Alice');
});
