import { renderHook } from '@testing-library/react';
import { NextIntlClientProvider, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { validationWording } from '@/lib/validation/wording';
import en from '@/messages/en.json';

test('VAL-1 the messages state exactly what the rules require', () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <NextIntlClientProvider locale="en" messages={en}>
      {children}
    </NextIntlClientProvider>
  );
  const { result } = renderHook(() => validationWording(useTranslations('validation')), { wrapper });
  expect(result.current).toMatchObject({
    integer: 'must be an integer',
    decimal: 'must be an integer or decimal',
    empty: 'cannot be empty',
    length: 'character length is 6 ~ 20 characters',
    email: 'email format error',
    tooManyDecimals: 'at most 2 decimal places',
  });
});
