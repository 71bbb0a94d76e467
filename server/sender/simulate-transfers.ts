import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Hex } from 'viem';
import { answerOrNull } from '@/lib/evm/answer-or-null';
import { max } from '@/lib/evm/bigint';
import { withUntrustedReads } from '@/lib/server/chain/node';
import { outbox as sent, transfers } from '@/lib/server/db/sender-tables';
import { EXPIRED, type TransferRow } from '@/lib/server/transfers/route';
import { routes } from '@/lib/server/transfers/routes';
import type { Outbox, SenderContext } from './outbox';
import { refuseTransfers } from './relayer-jobs';

/** Upper bounds of gas: of a transaction, of a transfer, of a recipient's first balance, and of a contract's check. */
const BASE_GAS = 60_000n;
const TRANSFER_GAS = 70_000n;
const FIRST_BALANCE_GAS = 17_100n;
/** The vault requires 1/32 more than the 200,000 that the contract gets. A token's own check counts toward MAX_TRANSFER_GAS. */
const CHECK_GAS = { vault: 210_000n, wallet: 0n } as const;
/** The most that the relayer pays for a transfer besides a vault's check. Tokens can need any amount. */
const MAX_TRANSFER_GAS = 300_000n;

/** Returns the transfers in transactions that aren't mined, in the order in which they will be executed. */
async function readInFlight({ db, inTurn, chain }: SenderContext): Promise<TransferRow[]> {
  const rows = await inTurn(() =>
    db
      .select({ transfer: transfers })
      .from(transfers)
      .innerJoin(sent, eq(sent.id, transfers.outboxId))
      .where(and(eq(transfers.chainId, chain.id), eq(transfers.state, 'sent'), isNull(sent.blockNumber)))
      .orderBy(asc(sent.nonce), asc(transfers.createdAt)),
  );
  return rows.map(({ transfer }) => transfer);
}

/**
 * Returns the transfers without those whose account has got code since they were queued (EIP-7702), unless they go alone
 * already. Stores that those left out go alone, from the next round.
 */
async function setAsideCoded(
  { chain }: SenderContext,
  outbox: Outbox,
  batch: TransferRow[],
): Promise<TransferRow[]> {
  const isCoded = await Promise.all(
    batch.map(
      async ({ route, owner, proof }) =>
        proof === 'key' && (await routes[route].proofOf(chain, owner, true)) !== 'key',
    ),
  );
  const coded = batch.filter((_, index) => isCoded[index]).map(({ id }) => id);
  if (coded.length > 0)
    await outbox.write((db) =>
      db.update(transfers).set({ proof: 'contract' }).where(inArray(transfers.id, coded)),
    );
  return batch.filter((_, index) => !isCoded[index]);
}

/**
 * Returns those of a batch's transfers that would be executed after everything in flight, and stores that the others are
 * refused.
 * @throws ApiError 503 if the node is unreachable.
 */
export async function findExecutable(
  context: SenderContext,
  outbox: Outbox,
  queued: TransferRow[],
): Promise<TransferRow[]> {
  // An account's code may need any amount of gas.
  const batch = await setAsideCoded(context, outbox, queued);
  const [first] = batch;
  if (!first) return [];
  const { chain } = context;
  const route = routes[first.route];
  const owners = new Set(batch.map(({ owner }) => owner));
  // Another account's code could use up the simulation's gas, and no queued transfer needs what its transfer moves.
  const before = (await readInFlight(context)).filter(
    ({ contract, proof, owner }) => contract === first.contract && (proof === 'key' || owners.has(owner)),
  );
  const simulated = await route.simulateBatch(chain, [...before, ...batch]);
  const executable: TransferRow[] = [];
  const refused = new Map<Hex, string>();
  for (const [index, row] of batch.entries()) {
    let reason = simulated[before.length + index];
    const own = [...before, ...executable].filter(({ owner }) => owner === row.owner);
    // Transfers of other accounts can use up the gas of a simulation, so a refusal must also happen without them.
    if (reason && own.length < before.length + index)
      reason = (await route.simulateBatch(chain, [...own, row])).at(-1);
    if (!reason) executable.push(row);
    // Only a settled block later than the deadline shows that a transfer has expired.
    else if (reason !== EXPIRED) refused.set(row.id, reason);
  }
  if (refused.size > 0) await outbox.write((db) => refuseTransfers(db, refused));
  return executable;
}

/**
 * Returns the gas limit of a batch, or of an ordinary transfer if it's empty. Null if a transfer would fail with it, or needs
 * too much.
 * @throws ApiError 503 if the node is unreachable.
 */
export async function gasLimitOf(
  { chain, account }: SenderContext,
  batch: readonly TransferRow[],
): Promise<bigint | null> {
  const [first] = batch;
  if (!first) return BASE_GAS + TRANSFER_GAS;
  const size = BigInt(batch.length);
  const checks = BigInt(batch.filter(({ proof }) => proof === 'contract').length) * CHECK_GAS[first.route];
  const route = routes[first.route];
  const to = await route.findTarget(chain, first.contract);
  const data = route.encodeBatch(batch, true);
  const most = BASE_GAS + MAX_TRANSFER_GAS * size + checks;
  const estimated = await withUntrustedReads(chain, (node) =>
    answerOrNull(node.estimateGas({ account: account.address, to, data, gas: most })),
  );
  if (estimated === null) return null;
  const needed = estimated + FIRST_BALANCE_GAS * size + checks;
  if (needed > most) return null;
  return max(needed, BASE_GAS + TRANSFER_GAS * size + checks);
}
