import { z } from 'zod';
import { DEFAULT_CURRENCY } from '@/lib/constants';
import { type LangKey, langKeyByLocale, routing } from '@/lib/i18n/routing';

const langKeys = routing.locales.map((locale): LangKey => langKeyByLocale[locale]);

/** Request headers that any enveloped call takes: components of the document. */
export const languageHeader = z
  .enum(langKeys)
  .default(langKeyByLocale[routing.defaultLocale])
  .meta({
    description: 'Language of msg and of data.issues.',
    param: { id: 'Language', in: 'header', name: 'Language' },
  });

export const currencyHeader = z
  .string()
  .default(DEFAULT_CURRENCY)
  .meta({
    description:
      'ISO 4217 code of the currency that prices are told in. Calls without prices take no notice of it.',
    examples: ['EUR'],
    param: { id: 'Currency', in: 'header', name: 'Currency' },
  });
