import { type Address, keccak256, stringToHex } from 'viem';
import { isMatured, type Pledge } from '@/lib/wallet/pledge/pledge-arithmetic';
import { type LivePresale, type PresaleTerms, vestedAt } from '@/lib/wallet/presale/presale-arithmetic';
import type { LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/**
 * Kinds of unlocks: a pledge matures, presale tokens are released (at the cliff, then after each quarter of the vesting
 * period), a presale ends (followed by tokens or refunds), or a staking pool's rewards end.
 */
export type UnlockKind = 'pledge' | 'cliff' | 'vesting' | 'vested' | 'saleEnd' | 'rewardsEnd';

/** A date on which an amount becomes available. */
export type Unlock = {
  kind: UnlockKind;
  chainId: number;
  contract: Address;
  /** Distinguishes unlocks of the same kind in the same contract. */
  part: string;
  /** Seconds since the epoch, on the chain's clock. */
  at: bigint;
  /** Amount that unlocks, in base units. For the end of a sale or of rewards, the account's contribution or stake. */
  amount: bigint;
  token: ListedToken;
};

/** Kinds of amounts that are available now. */
export type FreeKind = 'pledge' | 'vested' | 'refund' | 'stake' | 'rewards';
export type Free = {
  kind: FreeKind;
  chainId: number;
  contract: Address;
  part: string;
  amount: bigint;
  token: ListedToken;
};

export type UnlockPlan = { unlocks: Unlock[]; free: Free[] };

/** Returns an unlock's unique key, stable across reloads. */
export const unlockKey = ({
  kind,
  chainId,
  contract,
  part,
}: Pick<Unlock, 'chainId' | 'contract' | 'part'> & { kind: string }) =>
  `${kind} ${chainId} ${contract} ${part}`;

/** Returns an unlock's calendar UID, which is stable and doesn't contain the owner's address (RFC 7986, section 5.3). */
export const unlockUid = (unlock: Unlock, account: Address): string =>
  `${keccak256(stringToHex(`${unlockKey(unlock)} ${account}`)).slice(2, 42)}@tidewell`;

type ContractSource = { chainId: number; contract: Address };

/** Quarters of a vesting period, which are listed as unlocks. */
const QUARTERS = [1n, 2n, 3n, 4n] as const;

const only = <Item extends { amount: bigint }>(items: readonly Item[]) =>
  items.filter(({ amount }) => amount > 0n);

/** Returns an account's matured pledges, and the maturities of the others. Amounts include interest. */
export function pledgeUnlocks(
  place: ContractSource,
  pledges: readonly Pledge[],
  tokens: ReadonlyMap<Address, ListedToken>,
  now: bigint,
): UnlockPlan {
  const plan: UnlockPlan = { unlocks: [], free: [] };
  for (const pledge of pledges) {
    const token = tokens.get(pledge.token);
    if (!token || pledge.status !== 'active') continue;
    const item = {
      ...place,
      kind: 'pledge' as const,
      part: pledge.id.toString(),
      amount: pledge.amount + pledge.interest,
      token,
    };
    if (isMatured(pledge, now)) plan.free.push(item);
    else plan.unlocks.push({ ...item, at: pledge.maturesAt });
  }
  return plan;
}

/** Returns the future milestones of a vesting schedule. Their amounts add up to what has not been released yet. */
function vestingUnlocks(
  place: ContractSource,
  { bought, end, terms, token }: { bought: bigint; end: bigint; terms: PresaleTerms; token: ListedToken },
  now: bigint,
): Unlock[] {
  const { cliff, vesting } = terms;
  const vested = (time: bigint) => vestedAt({ bought, end, terms }, time);
  const first = cliff < vesting ? end + cliff : end + vesting;
  // Rounded up, because a quarter is released only after it has fully elapsed.
  const times = QUARTERS.map((quarter) => end + (vesting * quarter + 3n) / 4n).filter((time) => time > first);
  let released = vested(now);
  return only(
    [first, ...times]
      .filter((time) => time > now)
      .map((at): Unlock => {
        const amount = vested(at) - released;
        released = vested(at);
        const kind = at === end + vesting ? 'vested' : at === first ? 'cliff' : 'vesting';
        return { ...place, kind, part: at.toString(), at, amount, token };
      }),
  );
}

/** Returns the amounts that can be claimed or refunded from a presale now, and its future unlocks. */
export function presaleUnlocks(
  place: ContractSource,
  { read, stage, claimable, now }: LivePresale,
  terms: PresaleTerms,
  sale: ListedToken | null,
  payment: ListedToken | null,
): UnlockPlan {
  const { position, end } = read;
  if (!position) return { unlocks: [], free: [] };
  const { bought, contributed } = position;
  if (stage === 'failed' && payment)
    return {
      unlocks: [],
      free: only<Free>([{ ...place, kind: 'refund', part: '', amount: contributed, token: payment }]),
    };
  if (stage === 'open' && payment)
    return {
      unlocks: only<Unlock>([
        { ...place, kind: 'saleEnd', part: '', at: end, amount: contributed, token: payment },
      ]),
      free: [],
    };
  if (stage !== 'succeeded' || !sale) return { unlocks: [], free: [] };
  return {
    unlocks: vestingUnlocks(place, { bought, end, terms, token: sale }, now),
    free: only<Free>([{ ...place, kind: 'vested', part: '', amount: claimable, token: sale }]),
  };
}

/**
 * Returns a staking pool's unlock plan. Stake and rewards are available at any time, and the end of the reward stream
 * counts as an unlock.
 */
export function poolUnlocks(
  place: ContractSource,
  { read, earned, now }: LivePool,
  staking: ListedToken | null,
  reward: ListedToken | null,
): UnlockPlan {
  const { position, endsAt, remaining } = read;
  if (!position) return { unlocks: [], free: [] };
  const { staked } = position;
  const isFlowing = remaining > 0n && endsAt > now;
  return {
    unlocks:
      staking && isFlowing
        ? only<Unlock>([
            { ...place, kind: 'rewardsEnd', part: '', at: endsAt, amount: staked, token: staking },
          ])
        : [],
    free: [
      ...(staking ? only<Free>([{ ...place, kind: 'stake', part: '', amount: staked, token: staking }]) : []),
      ...(reward ? only<Free>([{ ...place, kind: 'rewards', part: '', amount: earned, token: reward }]) : []),
    ],
  };
}

/** Combines plans into one, with unlocks sorted by time. */
export function joinPlans(plans: readonly UnlockPlan[]): UnlockPlan {
  return {
    unlocks: plans.flatMap(({ unlocks }) => unlocks).sort((one, other) => Number(one.at - other.at)),
    free: plans.flatMap(({ free }) => free),
  };
}
