import 'server-only';
import { eq } from 'drizzle-orm';
import { type Address, formatUnits, isAddressEqual } from 'viem';
import type { z } from 'zod';
import { type pricing, pricingFile } from '@/lib/api/schemas/pricing';
import { pledgeAbi } from '@/lib/evm/abi/pledge';
import { presaleAbi } from '@/lib/evm/abi/presale';
import { stakingPoolAbi } from '@/lib/evm/abi/staking-pool';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { type ServerChain, withNode } from '@/lib/server/chain/node';
import { listCoins } from '@/lib/server/coins/coins';
import { listChains, listContracts } from '@/lib/server/config/lists';
import { operatorSettings } from '@/lib/server/db/config-tables';
import { describeError, log } from '@/lib/server/log';
import { readPriceSettings } from '@/lib/server/seed/config-files';
import { PRICING_SETTINGS } from '@/lib/server/seed/seed-lists';
import { database } from '../db/database';
import { listWithdrawTerms } from './withdraw-terms';

type Figures = Pick<z.input<typeof pricing>, 'staking' | 'presale' | 'pledge'>;
type ContractRef = { chain: ServerChain; address: Address };

const DAY_S = 86_400;
/** Maximum APR in the API schema. A pool with almost no stake has an unlimited APR. */
const MAX_APR_BPS = 100_000n;

async function readStaking({ chain, address }: ContractRef): Promise<Figures['staking']> {
  const apr = await withNode(chain, (node) =>
    node.readContract({ address, abi: stakingPoolAbi, functionName: 'aprBps' }),
  );
  return { aprBps: Number(apr < MAX_APR_BPS ? apr : MAX_APR_BPS) };
}

/**
 * Reads the presale price. Returns undefined if it isn't in US dollars, because the payment token isn't a stablecoin.
 */
async function readPresale({ chain, address }: ContractRef): Promise<Figures['presale'] | undefined> {
  const [{ paymentToken, price }, coins, { coins: known }] = await Promise.all([
    withNode(chain, (node) => node.readContract({ address, abi: presaleAbi, functionName: 'terms' })),
    listCoins(),
    readPriceSettings(),
  ]);
  for (const { symbol, tokens } of coins) {
    const token = tokens.find(
      (entry) => entry.chainId === chain.id && isAddressEqual(entry.address ?? NATIVE_TOKEN, paymentToken),
    );
    if (token && known[symbol]?.pegged) return { price: formatUnits(price, token.decimals), currency: 'USD' };
  }
  return undefined;
}

/** Reads the open pledge terms that last a whole number of days, one per duration. */
async function readPledge({ chain, address }: ContractRef): Promise<Figures['pledge']> {
  const terms = await withNode(chain, (node) =>
    node.readContract({ address, abi: pledgeAbi, functionName: 'terms' }),
  );
  const byDays = new Map<number, Figures['pledge'][number]>();
  for (const { open, duration, rateBps, penaltyBps } of terms) {
    const termDays = duration / DAY_S;
    if (!open || !Number.isInteger(termDays) || byDays.has(termDays)) continue;
    byDays.set(termDays, { termDays, rateBps, earlyExitPenaltyBps: penaltyBps });
  }
  return [...byDays.values()].sort((a, b) => a.termDays - b.termDays);
}

/**
 * Reads the terms of the platform's contracts, each from the first chain that responds. Omits a contract that isn't
 * listed or whose chains are all unreachable.
 */
async function readContractTerms(): Promise<Partial<Figures>> {
  const [chains, contracts] = await Promise.all([listChains(), listContracts()]);
  const readFirst = async <Figure>(name: string, read: (at: ContractRef) => Promise<Figure>) => {
    for (const chain of chains) {
      const listed = contracts.find((contract) => contract.chainId === chain.id && contract.name === name);
      if (!listed) continue;
      try {
        const figure = await read({ chain, address: listed.address });
        if (figure !== undefined) return figure;
      } catch (error) {
        log.warn({ chainId: chain.id, contract: name, err: describeError(error) }, 'terms could not be read');
      }
    }
    return undefined;
  };
  const [staking, presale, pledge] = await Promise.all([
    readFirst('staking_contract', readStaking),
    readFirst('presale_contract', readPresale),
    readFirst('pledge_contract', readPledge),
  ]);
  return { ...(staking && { staking }), ...(presale && { presale }), ...(pledge && { pledge }) };
}

/**
 * Returns the platform's own prices and fees. Those of the vaults, staking pool, presale, and pledges come from the
 * contracts if available, and the rest from the operator's file.
 */
export async function describePricing(): Promise<z.input<typeof pricing>> {
  const [[row], withdraw, figures] = await Promise.all([
    database('public').select().from(operatorSettings).where(eq(operatorSettings.name, PRICING_SETTINGS)),
    listWithdrawTerms(),
    readContractTerms(),
  ]);
  return { ...pricingFile.parse(row?.value), ...figures, withdraw };
}
