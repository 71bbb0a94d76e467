import type { FaultName } from '@/scripts/issuer/state/faults';
import { until } from '../until';
import type { PurchaseWorld } from './world';

/** Faults of the issuer, of which a round has up to two. */
const FAULTS: readonly FaultName[] = [
  ...(['deliver_twice', 'bad_signature', 'old_timestamp', 'two_secrets', 'reorder', 'drop_once'] as const),
  ...(['request_late', 'reply_late', 'network_fallback', 'insufficient_funds'] as const),
  ...(['api_500', 'api_lost_reply', 'wrong_refund_link'] as const),
];

/** Switches faults of the issuer on at random. Counts them by name. */
export function causeFaults({ site, random, counts }: PurchaseWorld): void {
  site.local.control({ do: 'settings', onTimeout: random.chance(0.5) ? 'approve' : 'decline' });
  for (let index = random.below(3); index > 0; index -= 1) {
    const name = random.pick(FAULTS) ?? 'deliver_twice';
    site.local.control({ do: 'fault', name, times: random.between(1, 2) });
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

/** A failure that lasts for some rounds. */
export type Trouble = {
  rounds: number;
  /** Whether blocks are about to be lost, so no owner may send a transaction. */
  losesBlocks?: boolean;
  end: () => Promise<unknown>;
};

const posted = async ({ query }: PurchaseWorld) => {
  const [row] = await query<{ posted: number; open: number }>(
    `select count(*) filter (where state in ('posted', 'refused') and chain_hold_id is not null)::int as posted,
      count(*) filter (where state in ('queued', 'sent'))::int as open from card_operations`,
  );
  return row ?? { posted: 0, open: 0 };
};

/** Replaces the blocks since a snapshot with more others, in which no transaction is until it is sent again. */
async function loseBlocks(world: PurchaseWorld, snapshot: `0x${string}`, before: number): Promise<void> {
  const { chain, random } = world;
  await until(async () => {
    const { posted: now, open } = await posted(world);
    return now > before || open === 0;
  }, 'an operation to lose');
  const isStopped = random.chance(0.5);
  if (isStopped) await world.stopRole();
  const head = await chain.client.getBlockNumber();
  await chain.client.revert({ id: snapshot });
  const lost = Number(head - (await chain.client.getBlockNumber()));
  await chain.client.mine({ blocks: lost + 2 });
  if (isStopped) await world.startRole();
}

const TROUBLES: Record<string, (world: PurchaseWorld) => Promise<Trouble>> = {
  roleStopped: async (world) => {
    await world.stopRole();
    return { rounds: world.random.between(1, 6), end: world.startRole };
  },
  nodeDown: async (world) => {
    world.shutNode(true);
    return { rounds: world.random.between(1, 6), end: async () => world.shutNode(false) };
  },
  eventsLost: async ({ site, random }) => {
    site.webhooks.isLosing = true;
    const end = async () => {
      site.webhooks.isLosing = false;
    };
    return { rounds: random.between(1, 3), end };
  },
  blocksLost: async (world) => {
    const snapshot = await world.chain.client.snapshot();
    const before = (await posted(world)).posted;
    const end = () => loseBlocks(world, snapshot, before);
    return { rounds: world.random.between(1, 4), losesBlocks: true, end };
  },
};

/** Starts a failure. Counts it by name. */
export function causeTrouble(world: PurchaseWorld): Promise<Trouble> {
  const name = world.random.pick(Object.keys(TROUBLES)) ?? 'nodeDown';
  world.counts.set(name, (world.counts.get(name) ?? 0) + 1);
  return (TROUBLES[name] as (typeof TROUBLES)[string])(world);
}
