import { getAbiItem } from 'viem';
import { vaultAbi } from '@/lib/evm/abi/vault';
import { queryDatabase, type TestChain } from '@/tests/support/plain-chains';
import type { SiteServices } from '@/tests/support/site-services';

/** A deposit, as the chain or the database has it. `amount` is in base units. */
export type Deposit = { chainId: number; txHash: string; logIndex: number; owner: string; amount: bigint };

const keyOf = ({ chainId, txHash, logIndex }: Deposit) => `${chainId} ${txHash} ${logIndex}`;
const sum = (deposits: readonly Deposit[]) => deposits.reduce((total, { amount }) => total + amount, 0n);

/**
 * Number of blocks per log request. The logs of a long load would exceed the client's limit of 10 MB in one response.
 */
const BLOCKS_AT_ONCE = 500n;
const deposited = getAbiItem({ abi: vaultAbi, name: 'Deposited' });

/** Returns all deposits that a chain has in its vault's log. */
async function depositsOn({ id, client, vault }: TestChain): Promise<Deposit[]> {
  const latest = await client.getBlockNumber({ cacheTime: 0 });
  const deposits: Deposit[] = [];
  for (let fromBlock = 0n; fromBlock <= latest; fromBlock += BLOCKS_AT_ONCE) {
    const toBlock = fromBlock + BLOCKS_AT_ONCE - 1n;
    const logs = await client.getLogs({
      address: vault,
      event: deposited,
      strict: true,
      fromBlock,
      toBlock: toBlock < latest ? toBlock : latest,
    });
    for (const { transactionHash, logIndex, args } of logs)
      deposits.push({
        chainId: id,
        txHash: transactionHash,
        logIndex,
        owner: args.owner,
        amount: args.amount,
      });
  }
  return deposits;
}

/** Returns the deposits in the logs of all chains. */
export const chainDeposits = async ({ chains }: SiteServices): Promise<Deposit[]> =>
  (await Promise.all(chains.map(depositsOn))).flat();

type Row = { chain_id: string; tx_hash: string; log_index: number; owner: string; amount_raw: string };

/** Returns the credits in the database that count. */
export async function creditedDeposits(services: SiteServices): Promise<Deposit[]> {
  const rows = await queryDatabase<Row>(
    services,
    'select chain_id, tx_hash, log_index, owner, amount_raw::text from transactions where orphaned_at is null',
  );
  return rows.map((row) => ({
    chainId: Number(row.chain_id),
    txHash: row.tx_hash,
    logIndex: row.log_index,
    owner: row.owner,
    amount: BigInt(row.amount_raw),
  }));
}

export type Comparison = { deposits: number; total: bigint; credited: bigint; faults: string[] };

/** Compares credits with the chains: each deposit must be credited once, to its owner, to the last base unit. */
export function compareCredits(onChain: readonly Deposit[], credits: readonly Deposit[]): Comparison {
  const faults: string[] = [];
  const open = new Map(onChain.map((deposit) => [keyOf(deposit), deposit]));
  const seen = new Set<string>();
  for (const credit of credits) {
    const key = keyOf(credit);
    const deposit = open.get(key);
    if (seen.has(key)) faults.push(`credited twice: ${key}`);
    else if (!deposit) faults.push(`credited, but not on the chain: ${key}`);
    else if (deposit.amount !== credit.amount || deposit.owner.toLowerCase() !== credit.owner.toLowerCase())
      faults.push(`credited differently: ${key}`);
    seen.add(key);
  }
  for (const key of open.keys()) if (!seen.has(key)) faults.push(`not credited: ${key}`);
  return { deposits: onChain.length, total: sum(onChain), credited: sum(credits), faults };
}
