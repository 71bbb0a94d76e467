import 'server-only';
import { and, eq, gte } from 'drizzle-orm';
import { type Address, type Hex, isAddressEqual } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { readFinalBlock, readHead, readReceipt, type ServerChain } from '@/lib/server/chain/node';
import { coins, coinTokens, contracts, retiredContracts } from '../db/config-tables';
import { database } from '../db/database';
import type { transactions } from '../db/transaction-tables';
import { ApiError } from '../http/api-error';
import type { VerifyRule } from './rules';

export type NewTransaction = typeof transactions.$inferInsert;

/** Returns the contracts with this name that are in force at a block: the current one, and those that retire later. */
async function contractsAt(chainId: number, name: string, blockNumber: bigint): Promise<Address[]> {
  const current = database('public')
    .select({ address: contracts.address })
    .from(contracts)
    .where(and(eq(contracts.chainId, chainId), eq(contracts.name, name)));
  const retired = database('public')
    .select({ address: retiredContracts.address })
    .from(retiredContracts)
    .where(
      and(
        eq(retiredContracts.chainId, chainId),
        eq(retiredContracts.name, name),
        gte(retiredContracts.untilBlock, Number(blockNumber)),
      ),
    );
  return (await Promise.all([current, retired])).flat().map(({ address }) => address);
}

type Receipt = NonNullable<Awaited<ReturnType<typeof readReceipt>>>['receipt'];

const contentOf = ({ blockHash, status, logs }: Receipt) =>
  JSON.stringify([
    blockHash,
    status,
    logs.map(({ address, topics, data, logIndex }) => [address.toLowerCase(), topics, data, logIndex]),
  ]);

/**
 * Checks that a block has the chain's confirmations, and has reached its `safe` or `finalized` block if it requires one.
 * The confirmations are required in both cases, because some nodes report their latest block as finalized.
 * @throws ApiError 425 if it isn't final yet; 503 if the node is unreachable.
 */
async function checkFinal(chain: ServerChain, blockNumber: bigint): Promise<void> {
  const depth = (await readHead(chain)) - blockNumber + 1n;
  if (depth < chain.confirmations) throw notYet(chain, depth > 0n ? depth : 0n);
  if (chain.finality === null) return;
  const final = await readFinalBlock(chain, chain.finality);
  if (final === null || final < blockNumber) throw notYet(chain, depth);
}

/**
 * Compares a receipt with that of the chain's second RPC endpoint, if it has one, and checks that it is final there, too,
 * so that one wrong endpoint can't cause a credit.
 * @throws ApiError 425 if the transaction isn't final on the second endpoint yet; 503 if the endpoint differs or is
 * unreachable.
 */
async function checkElsewhere(chain: ServerChain, txHash: Hex, receipt: Receipt): Promise<void> {
  if (chain.checkRpcUrl === null) return;
  const elsewhere = { ...chain, serverRpcUrl: chain.checkRpcUrl };
  const second = await readReceipt(elsewhere, txHash);
  if (!second) throw notYet(chain, 0n);
  if (contentOf(second.receipt) !== contentOf(receipt))
    throw new ApiError(503, 'nodeUnreachable', null, {
      cause: new Error(`the two RPC endpoints of chain ${chain.id} report different receipts`),
    });
  await checkFinal(elsewhere, receipt.blockNumber);
}

async function tokensOf(chainId: number): Promise<Map<Address, { coinId: number; decimals: number }>> {
  const rows = await database('public')
    .select({ address: coinTokens.address, coinId: coinTokens.coinId, decimals: coinTokens.decimals })
    .from(coinTokens)
    .innerJoin(coins, eq(coins.id, coinTokens.coinId))
    .where(and(eq(coinTokens.chainId, chainId), eq(coins.enabled, true)));
  return new Map(rows.map(({ address, ...token }) => [address ?? NATIVE_TOKEN, token]));
}

/** Returns a refusal of a transaction, with its reason. */
export const refuse = (
  reason: string,
  messageKey: 'reverted' | 'notOurContract' | 'notOwner' | 'unknownToken',
) => new ApiError(422, messageKey, { reason });

/** Returns the error for a transaction that isn't on the chain or has too few confirmations. */
export const notYet = (chain: ServerChain, confirmations: bigint) =>
  new ApiError(425, confirmations > 0n ? 'confirmations' : 'pending', {
    confirmations: Number(confirmations),
    required: chain.confirmations,
    ...(chain.finality === null ? {} : { finality: chain.finality }),
  });

/**
 * Returns a transaction's receipt, its time in seconds, and what the platform's contract with a name has logged in it.
 * @throws ApiError 422 if it reverted, 425 if it isn't on the chain, or 503.
 */
export async function readContractLogs(chain: ServerChain, contractName: string, txHash: Hex) {
  const found = await readReceipt(chain, txHash);
  if (!found) throw notYet(chain, 0n);
  const { receipt } = found;
  if (receipt.status !== 'success') throw refuse('reverted', 'reverted');
  const inForce = await contractsAt(chain.id, contractName, receipt.blockNumber);
  const logs = receipt.logs.filter(({ address }) => inForce.some((known) => isAddressEqual(address, known)));
  return { ...found, logs };
}

/** Checks that a receipt is final, on the chain's second RPC endpoint, too. @throws ApiError 425 or 503. */
export async function requireFinal(chain: ServerChain, txHash: Hex, receipt: Receipt): Promise<void> {
  await checkFinal(chain, receipt.blockNumber);
  await checkElsewhere(chain, txHash, receipt);
}

/**
 * Reads from the chain the payments that a transaction made to the platform's contract for `owner`. Returns one row per
 * event, ordered by log index. If several owners share a transaction, each proves only their own part, unless the rule
 * says otherwise.
 * @throws ApiError 422, 425, or 503.
 */
export async function proveTransaction(
  rule: VerifyRule,
  chain: ServerChain,
  { owner, txHash }: { owner: Address; txHash: Hex },
): Promise<[NewTransaction, ...NewTransaction[]]> {
  const { receipt, timestamp, logs } = await readContractLogs(chain, rule.contractName, txHash);
  const events = rule.readEvents(logs);
  if (events.length === 0) throw refuse('not_our_contract', 'notOurContract');
  const isOwn = (event: { owner: Address }) => isAddressEqual(event.owner, owner);
  if (!events.some(isOwn)) throw refuse('not_owner', 'notOwner');

  const tokens = await tokensOf(chain.id);
  const proven = (rule.isShared ? events : events.filter(isOwn)).flatMap(({ token, amount, ...event }) => {
    const known = tokens.get(token);
    if (known) return { ...known, ...event, amountRaw: amount };
    if (rule.isShared) return [];
    // Rejected even if other events have known tokens: a stored transaction isn't read again, so this payment would be
    // lost.
    throw refuse('unknown_token', 'unknownToken');
  });
  const [first, ...rest] = proven;
  if (!first || !proven.some(isOwn)) throw refuse('unknown_token', 'unknownToken');

  await requireFinal(chain, txHash, receipt);
  const toRow = (event: typeof first): NewTransaction => ({
    ...event,
    chainId: chain.id,
    txHash,
    blockNumber: receipt.blockNumber,
    blockHash: receipt.blockHash,
    blockTime: new Date(Number(timestamp) * 1_000),
  });
  return [toRow(first), ...rest.map(toRow)];
}
