import 'server-only';
import { eq } from 'drizzle-orm';
import { type Address, formatUnits } from 'viem';
import type { z } from 'zod';
import type { withdrawTerms } from '@/lib/api/schemas/pricing';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { inSlices } from '@/lib/evm/read-many';
import type { ServerChain } from '@/lib/server/chain/node';
import { withNode } from '../chain/node';
import { listCoins } from '../coins/coins';
import { listChains } from '../config/lists';
import { contracts } from '../db/config-tables';
import { database } from '../db/database';
import { describeError, log } from '../log';

type WithdrawTerms = z.input<typeof withdrawTerms>;
type Token = { coinId: number; address: Address; decimals: number };

/** Tokens per batch, kept small because each error from an overloaded node repeats the whole batch. */
const SLICE = 100;
const CACHE_MS = 5_000;
let cache: { terms: Promise<WithdrawTerms[]>; readAt: number } | undefined;

const readTerms = (chain: ServerChain, vault: Address, tokens: readonly Token[]) =>
  withNode(chain, async (node) => {
    const cap = await node.readContract({ address: vault, abi: vaultAbi, functionName: 'MAX_FEE_BPS' });
    return inSlices(tokens, SLICE, (slice) =>
      Promise.all(
        slice.map(async ({ coinId, address, decimals }): Promise<WithdrawTerms> => {
          const { feeBps, flatFee, minAmount, maxAmount } = await node.readContract({
            address: vault,
            abi: vaultAbi,
            functionName: 'withdrawalTerms',
            args: [address],
          });
          return {
            chainId: chain.id,
            coinId,
            min: formatUnits(minAmount, decimals),
            max: maxAmount === 0n ? null : formatUnits(maxAmount, decimals),
            feeBps,
            feeFlat: formatUnits(flatFee, decimals),
            feeCapBps: Number(cap),
          };
        }),
      ),
    );
  });

async function readAll(): Promise<WithdrawTerms[]> {
  const [chains, coins, vaults] = await Promise.all([
    listChains(),
    listCoins(),
    database('public').select().from(contracts).where(eq(contracts.name, 'vault_contract')),
  ]);
  const terms = await Promise.all(
    chains.map(async (chain) => {
      const vault = vaults.find(({ chainId }) => chainId === chain.id)?.address;
      if (!vault) return [];
      const tokens = coins.flatMap(({ id, tokens }) =>
        tokens
          .filter(({ chainId }) => chainId === chain.id)
          .map(({ address, decimals }) => ({ coinId: id, address: address ?? NATIVE_TOKEN, decimals })),
      );
      try {
        return await readTerms(chain, vault, tokens);
      } catch (error) {
        log.warn({ chainId: chain.id, err: describeError(error) }, 'the withdrawal terms could not be read');
        return [];
      }
    }),
  );
  return terms.flat();
}

/** Returns the vaults' withdrawal terms for every coin, at most a few seconds old. Omits unreachable chains. */
export function listWithdrawTerms(): Promise<WithdrawTerms[]> {
  if (cache && performance.now() - cache.readAt < CACHE_MS) return cache.terms;
  const entry = { terms: readAll(), readAt: performance.now() };
  cache = entry;
  entry.terms.catch(() => {
    if (cache === entry) cache = undefined;
  });
  return entry.terms;
}
