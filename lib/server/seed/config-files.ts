import 'server-only';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { currency, langEntry, websiteFile } from '@/lib/api/schemas/config';
import { pricingFile } from '@/lib/api/schemas/pricing';
import { websiteFilePath } from '@/lib/settings/process-env';
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

async function read<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema>> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path.join(process.cwd(), file), 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new Error(`${file} ${reason}`, { cause: error });
  }
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Error(`${file}: ${issue?.path.join('.') || 'entries'}: ${issue?.message ?? 'not valid'}`);
}

/** Reads an operator file in config/. @throws a one-line Error that names the file and the invalid entry. */
export const readLanguages = () => read('config/languages.json', languages);
export const readCurrencies = () => read('config/currencies.json', currencies);
export const readWebsite = () => read(websiteFilePath(), websiteFile);
export const readPriceSettings = () => read('config/prices.json', priceSettings);
export const readPricing = () => read('config/pricing.json', pricingFile);
