import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { PageSkeleton } from '@/components/site/wallet-frame/page-skeleton';
import { type WalletPage, walletPages } from '@/lib/routes';
import messages from '@/messages/en.json';

const pages: readonly WalletPage[] = ['overview', ...walletPages];

test.each(pages)('WAL-1 A11Y-1 %s has a placeholder that is busy and has no accessible content', (page) => {
  const { container } = render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <PageSkeleton page={page} />
    </NextIntlClientProvider>,
  );
  expect(container.querySelectorAll('[aria-busy="true"]').length).toBeGreaterThan(0);
  expect(container.children).not.toHaveLength(0);
  for (const part of container.children) {
    expect(part).toHaveAttribute('aria-busy', 'true');
    expect(part.children).toHaveLength(1);
    expect(part.firstElementChild).toHaveAttribute('aria-hidden', 'true');
  }
  // The Content-Security-Policy blocks style attributes in static pages.
  expect(container.querySelector('[style]')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('heading')).toBeNull();
});
