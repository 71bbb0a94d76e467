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

const languages = z.array(langEntry.strict()).refine(oneDefault, 'exactly one entry must be the default');
const currencies = z.array(currency.strict()).refine(oneDefault, 'exactly one entry must be the default');

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
