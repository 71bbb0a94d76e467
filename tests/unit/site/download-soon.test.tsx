import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { StoreList } from '@/components/site/download/store-list';
import { hasApp } from '@/lib/content/website';
import messages from '@/messages/en.json';

test('DOWN-1 a store without a link is marked as coming soon, with no link or QR code', () => {
  expect(hasApp).toBe(false);
  render(
    <NextIntlClientProvider locale="en" messages={messages}>
      <StoreList stage="" />
    </NextIntlClientProvider>,
  );
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Coming soonGoogle Play',
    'Coming soonApp Store',
    'Coming soonAndroid APK',
  ]);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('img')).toBeNull();
});
