import 'server-only';
import { z } from 'zod';
import { currency, langEntry, websiteFile } from '@/lib/api/schemas/config';
import { pricingFile } from '@/lib/api/schemas/pricing';
import { readConfigFile } from '@/lib/settings/config-file';
import { websiteFilePath } from '@/lib/settings/process-env';
import { cardSettings } from './card-settings';
import { priceSettings } from './price-settings';

const oneDefault = (entries: { isDefault: boolean }[]) =>
  entries.filter(({ isDefault }) => isDefault).length === 1;

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

/** Limits that the API's schemas don't have, because a back end may have other ones. */
const langFileEntry = langEntry.strict().extend({
  id: z.int32().positive(),
  langKey: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/, 'must be a language key like en_US'),
  language: z.string().trim().min(1).max(64),
  langIcon: langEntry.shape.langIcon.max(200),
  sort: z.int32(),
});
const currencyFileEntry = currency.strict().extend({
  id: z.int32().positive(),
  name: z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code'),
  symbol: z.string().trim().min(1).max(8),
  decimals: z.int().min(0).max(8),
  rate: currency.shape.rate.refine(
    (rate) => rate.length <= 40 && Number(rate) > 0,
    'must be a number above 0 with at most 40 digits',
  ),
});

const languages = z
  .array(langFileEntry)
  .refine(oneDefault, 'exactly one entry must be the default')
  .refine((all) => isUnique(all.map(({ id }) => id)), 'an id is listed twice')
  .refine((all) => isUnique(all.map(({ langKey }) => langKey)), 'a langKey is listed twice');
const currencies = z
  .array(currencyFileEntry)
  .refine(oneDefault, 'exactly one entry must be the default')
  .refine((all) => isUnique(all.map(({ id }) => id)), 'an id is listed twice')
  .refine((all) => isUnique(all.map(({ name }) => name)), 'a name is listed twice');

/** Reads an operator file in config/. @throws a one-line Error that names the file and the invalid entry. */
export const readLanguages = () => readConfigFile('config/languages.json', languages);
export const readCurrencies = () => readConfigFile('config/currencies.json', currencies);
export const readWebsite = () => readConfigFile(websiteFilePath(), websiteFile);
export const readPriceSettings = () => readConfigFile('config/prices.json', priceSettings);
export const readPricing = () => readConfigFile('config/pricing.json', pricingFile);
export const readCardSettings = () => readConfigFile('config/cards.json', cardSettings);
