import { drizzle } from 'drizzle-orm/node-postgres';
import pLimit from 'p-limit';
import type { Client } from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { findChain } from '@/lib/server/chain/node';
import { type CardFacts, outcomeKey } from '@/server/sender/card/contract/events';
import { findChanges } from '@/server/sender/card/mirror/find-changes';
import { RefusedPurchases } from '@/server/sender/card/mirror/refused-purchases';
import { storeChanges, storeOthers } from '@/server/sender/card/mirror/store-changes';
import { nextBatches } from '@/server/sender/card/posting/batches';
import { Outbox } from '@/server/sender/outbox';
import type { ChainView } from '@/server/sender/view';

const nothing = () => Promise.resolve();

/**
 * Searches for what the sender's role for cards follows and sends, as it does in each round and after a reorganization, and stores an
 * account, without reading the chain.
 */
export async function searchForCards(
  client: Client,
  { chainId, head }: { chainId: number; head: bigint },
): Promise<void> {
  const chain = await findChain(chainId);
  const [db, inTurn] = [drizzle(client), pLimit(1)];
  const key = privateKeyToAccount(generatePrivateKey());
  const context = { role: 'card', chain, account: key, db, inTurn } as const;
  const outbox = new Outbox(context, { onMined: nothing, onUnmined: nothing, onLost: nothing });
  const contract = { chain, address: '0x0c', blockNumber: head } as const;
  const account = { owner: `0x${'7'.padStart(40, '0')}`, token: '0x02' } as const;
  const at = { txHash: '0x0e', blockNumber: head } as const;
  const facts: CardFacts = {
    ...{ fromBlock: head - 5n, toBlock: head, fullBlock: null, names: [] },
    ...{ outcomes: new Map(), accounts: [account], owners: new Set([account.owner]), cards: new Set([7]) },
    withdrawals: [{ digest: '0x0d', ...at }],
    entries: [
      {
        ...{
          ...account,
          ...at,
          kind: 'capture',
          amountRaw: -1n,
          logIndex: 0,
          blockHash: '0x01',
          at: new Date(),
        },
        outcome: outcomeKey('0x0f', 1),
      },
    ],
  };
  const view: ChainView = {
    ...{ number: head, hash: '0x01', parentHash: '0x00', timestamp: 0n, baseFee: 1n, count: 0, balance: 1n },
    settled: null,
  };
  const { accounts, others } = await findChanges(context, contract, facts, { view, isReorganized: false });
  await storeOthers(outbox, contract, others);
  const [own] = accounts;
  if (!own) throw new Error('the account of the facts has no changes');
  const funds = { balance: 1n, held: 0n, leaving: 0n, leavingSince: 0, taken: 0n, recoveryReadyAt: 0n };
  await storeChanges(outbox, contract, {
    changed: { ...own, funds, cards: new Map(), isComplete: true },
    ...{ view, final: 1n },
  });
  await findChanges(context, contract, facts, { view, isReorganized: true });
  await findChanges(context, contract, null, { view, isReorganized: false });
  await nextBatches(context, contract, { most: 0, skipped: new Set() });
  await new RefusedPurchases(context, outbox).settle();
}
