import { applyEvents } from '@/lib/server/card/ledger/apply-events';
import {
  readLists,
  readOpenAuthorizations,
  readOutcomes,
  readStatuses,
} from '@/lib/server/card/ledger/reconcile';
import { retryCredits } from '@/lib/server/card/ledger/retry-credits';
import { until } from '../until';
import type { PurchaseWorld } from './world';

/** More than the depth at which blocks count as settled. */
const SETTLING_BLOCKS = 66;

/** Waits until every event that arrived is applied, and every operation has ended. */
export async function setQuiet({ site, query, issuer }: PurchaseWorld): Promise<void> {
  await site.local.delivered();
  await until(async () => {
    // Those that have failed are due at once.
    await query(
      `update card_events set next_at = now() where content is not null and applied_at is null and set_aside_at is null
        and next_at > now()`,
    );
    await applyEvents(issuer);
    const [row] = await query<{ open: number }>(
      `select (select count(*) from card_events where content is not null and applied_at is null)::int
        + (select count(*) from card_operations where state in ('queued', 'sent'))::int as open`,
    );
    return row?.open === 0;
  }, 'applied events and ended operations');
}

/** Ends all faults, reads from the issuer what no event has reported, and waits until everything is on the chain. */
export async function settleAll(world: PurchaseWorld): Promise<void> {
  const { site, query, issuer, chain } = world;
  site.local.control({ do: 'clear_faults' });
  site.local.control({ do: 'settings', onTimeout: 'decline' });
  await setQuiet(world);
  // Due for the jobs that compare with the issuer.
  await query(
    `update card_requests set decided_at = decided_at - interval '2 minutes' where outcome_at is null`,
  );
  await query(
    `update card_authorizations set created_at = created_at - interval '25 hours',
      next_read_at = next_read_at - interval '2 hours'
      where status = 'pending'`,
  );
  await readOutcomes(issuer);
  await readOpenAuthorizations(issuer);
  await readStatuses(issuer);
  await readLists(issuer);
  await setQuiet(world);
  await chain.client.mine({ blocks: SETTLING_BLOCKS });
  await until(async () => {
    const [row] = await query<{ behind: boolean }>(
      'select $1 > block_number as behind from card_mirrors where chain_id = $2',
      [String(await chain.client.getBlockNumber()), chain.id],
    );
    return row?.behind === false;
  }, 'a mirror of the latest block');
  await retryCredits();
  await setQuiet(world);
}
