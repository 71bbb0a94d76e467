import 'server-only';
import { sql } from 'drizzle-orm';
import type { Address } from 'viem';
import type { z } from 'zod';
import type { cardProgram } from '@/lib/api/schemas/card';
import { serverEnv } from '@/lib/settings/env';
import { chains, coins, coinTokens, contracts } from '../../db/config-tables';
import { database } from '../../db/database';
import { prices } from '../../db/price-tables';
import { configuredIssuer } from '../../issuer/configured-issuer';
import { readCardSettings } from '../../seed/config-files';
import { CARD_CURRENCY } from '../currency';
import { decisionTerms } from '../decision/decision-terms';
import { marginBpsOf, marginTerms } from '../margin';

type Program = z.input<typeof cardProgram>;

type TokenRow = {
  chainId: number;
  contract: Address;
  token: Address;
  coinId: number;
  decimals: number;
  marginBps: number;
};

/** Reads the tokens that cards can spend: the listed ERC-20 coins of chains with the contract, with their margins of now. */
async function readTokens(): Promise<TokenRow[]> {
  const terms = marginTerms(await decisionTerms());
  const { rows } = await database('public').execute<TokenRow>(sql`
    select n.id::int8::float8 as "chainId", k.address as contract, t.address as token, c.id as "coinId", t.decimals,
      ${marginBpsOf({ symbol: sql`c.symbol`, price: sql`p.price` }, terms)} as "marginBps"
    from ${chains} n join ${contracts} k on k.chain_id = n.id and k.name = 'card_contract'
      join ${coinTokens} t on t.chain_id = n.id and t.address is not null
      join ${coins} c on c.id = t.coin_id and c.enabled
      left join ${prices} p on p.coin_id = c.id
    where n.enabled order by n.sort, c.sort`);
  return rows;
}

/** Returns the operator's terms of cards, and whether new ones can be created. */
export async function readProgram(): Promise<Program> {
  const [{ issuer, countries, defaultLimits, maxLimits }, accounts] = await Promise.all([
    readCardSettings(),
    readTokens(),
  ]);
  const { CARD_FRAME_ORIGIN: frameOrigin = null, CARD_PIN_KEY_URL: pinKeyUrl } = serverEnv();
  return {
    isAvailable: configuredIssuer() !== null && accounts.length > 0 && countries.length > 0,
    issuer,
    currency: CARD_CURRENCY,
    countries,
    accounts,
    defaultLimits: {
      perDay: String(defaultLimits.perDay),
      perMonth: String(defaultLimits.perMonth),
      offlinePerMonth: String(defaultLimits.offlinePerMonth),
      overCaptureBps: defaultLimits.overCaptureBps,
    },
    maxLimits: { perDay: String(maxLimits.perDay), perMonth: String(maxLimits.perMonth) },
    frameOrigin,
    canSetPin: frameOrigin !== null && pinKeyUrl !== undefined,
  };
}
