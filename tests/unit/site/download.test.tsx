import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { QR_MARGIN_MODULES, QR_SIZE_PX } from '@/components/site/download/qr-figure';
import { StoreList } from '@/components/site/download/store-list';
import { STORE_NAMES, storeLinks } from '@/lib/content/website';
import messages from '@/messages/en.json';

const QR_HIDE_DELAY_MS = 450;

jest.mock('@/config/website.json', () => jest.requireActual('../../support/website-with-apps.json'));

beforeEach(() => {
  render(
    <NextIntlClientProvider locale="en" messages={messages}>
      <StoreList stage="" />
    </NextIntlClientProvider>,
  );
});

test('DOWN-1 opens each configured link in a new tab with noopener', () => {
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(STORE_NAMES.map((name) => storeLinks[name]));
  for (const link of links) {
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  }
});

test('DOWN-3 draws each QR code at 240 by 240 px with a margin of 2 modules', () => {
  const codes = screen.getAllByRole('img');
  expect(codes).toHaveLength(3);
  for (const code of codes) {
    expect([code.getAttribute('width'), code.getAttribute('height')]).toEqual([
      `${QR_SIZE_PX}`,
      `${QR_SIZE_PX}`,
    ]);
    // The first finder pattern starts after the quiet zone.
    expect(code.querySelectorAll('path')[1]?.getAttribute('d')).toMatch(
      new RegExp(`^M${QR_MARGIN_MODULES} ${QR_MARGIN_MODULES}h7v1H${QR_MARGIN_MODULES}z`),
    );
  }
});

test('DOWN-2 the style sheet matches the constant', () => {
  const css = readFileSync('components/site/download/qr-popup.css', 'utf8');
  expect(css).toContain(`--qr-hide-delay: ${QR_HIDE_DELAY_MS}ms;`);
});
