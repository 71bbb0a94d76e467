import 'server-only';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type pricing, pricingFile } from '@/lib/api/schemas/pricing';
import { database } from '../db/client';
import { operatorSettings } from '../db/settings-tables';
import { PRICING_SETTINGS } from '../seed/seed-settings';
import { readContractFigures } from './contract-figures';
import { listWithdrawTerms } from './withdraw-terms';

/**
 * The platform's own prices and fees. A contract's word counts where there is one: vaults, staking pool, presale and
 * pledges say what they charge and pay. The rest is the operator's file.
 */
export async function describePricing(): Promise<z.input<typeof pricing>> {
  const [[row], withdraw, figures] = await Promise.all([
    database().select().from(operatorSettings).where(eq(operatorSettings.name, PRICING_SETTINGS)),
    listWithdrawTerms(),
    readContractFigures(),
  ]);
  return { ...pricingFile.parse(row?.value), ...figures, withdraw };
}
