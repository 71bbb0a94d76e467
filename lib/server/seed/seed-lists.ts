import 'server-only';
import type { Queryable } from '../db/client';
import { currencies, languages } from '../db/config-tables';
import { readCurrencies, readLanguages } from './config-files';

/** Makes the languages and currencies those of config/, in the caller's transaction. */
export async function seedLists(db: Queryable): Promise<void> {
  const [languageRows, currencyRows] = await Promise.all([readLanguages(), readCurrencies()]);
  await db.delete(languages);
  await db.insert(languages).values(languageRows);
  // A rate that a central bank has told since the file was written stays.
  const known = await db.select().from(currencies).for('update');
  const seeded = currencyRows.map((row) => {
    const fileRow = { ...row, rateAt: new Date(row.rateAt) };
    const newer = known.find(({ name, rateAt }) => name === row.name && rateAt > fileRow.rateAt);
    return newer ? { ...fileRow, rate: newer.rate, rateAt: newer.rateAt } : fileRow;
  });
  await db.delete(currencies);
  await db.insert(currencies).values(seeded);
}
