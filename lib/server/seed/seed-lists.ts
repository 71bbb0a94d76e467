import 'server-only';
import type { Queryable } from '../db/client';
import { currencies, languages } from '../db/config-tables';
import { readCurrencies, readLanguages } from './config-files';

/** Makes the languages and currencies those of config/, in the caller's transaction. */
export async function seedLists(db: Queryable): Promise<void> {
  const [languageRows, currencyRows] = await Promise.all([readLanguages(), readCurrencies()]);
  await db.delete(languages);
  await db.insert(languages).values(languageRows);
  await db.delete(currencies);
  await db.insert(currencies).values(currencyRows.map((row) => ({ ...row, rateAt: new Date(row.rateAt) })));
}
