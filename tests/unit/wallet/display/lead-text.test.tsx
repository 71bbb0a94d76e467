import { render } from '@testing-library/react';
import { type Locale, NextIntlClientProvider } from 'next-intl';
import { LeadText } from '@/components/wallet/display/lead-text';
import { TextGhost } from '@/components/wallet/display/skeleton';
import en from '@/messages/en.json';
import zh from '@/messages/zh-Hant.json';

const linesOf = (locale: Locale, Text: typeof LeadText | typeof TextGhost, text: string) => {
  const { container } = render(
    <NextIntlClientProvider locale={locale} messages={{}} timeZone="UTC">
      <Text className="text-lg">{text}</Text>
    </NextIntlClientProvider>,
  );
  expect(container).toHaveTextContent(text);
  return container.querySelectorAll('wbr').length;
};

test('A11Y-1 a Chinese introduction breaks between words, its placeholder breaks alike, and its text is unchanged', () => {
  const { offer } = zh.wallet.overview;
  const breaks = linesOf('zh-Hant', LeadText, offer);
  expect(breaks).toBeGreaterThan(5);
  expect(breaks).toBeLessThan(offer.length / 1.5);
  expect(linesOf('zh-Hant', TextGhost, offer)).toBe(breaks);
});

test('A11Y-1 an introduction in a language with spaces has no breaks of its own', () => {
  expect(linesOf('en', LeadText, en.wallet.overview.offer)).toBe(0);
});
