import { hasLocale } from 'next-intl';
import { getRequestConfig } from 'next-intl/server';
import { previewWording } from '@/lib/preview/preview-wording';
import { routing } from './routing';

export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale;
  const locale = hasLocale(routing.locales, requested) ? requested : routing.defaultLocale;
  const preview = await previewWording(locale);
  const messages = preview?.messages ?? (await import(`../../messages/${locale}.json`)).default;
  return { locale, messages, timeZone: 'UTC' };
});
