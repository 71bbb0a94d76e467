import 'server-only';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/client';
import { operatorSettings } from '../db/settings-tables';
import { readPricing } from './config-files';

/** Name under which config/pricing.json is kept. */
export const PRICING_SETTINGS = 'pricing';

/** Makes the operator's settings those of config/, in the caller's transaction. */
export async function seedSettings(db: Queryable): Promise<void> {
  await db
    .insert(operatorSettings)
    .values({ name: PRICING_SETTINGS, value: await readPricing() })
    .onConflictDoUpdate({ target: operatorSettings.name, set: { value: sql`excluded.value` } });
}
