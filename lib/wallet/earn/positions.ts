import type { Address } from 'viem';
import { isMatured } from '@/lib/wallet/pledge/pledge-arithmetic';
import type { PledgeRead } from '@/lib/wallet/pledge/use-pledge-contracts';
import type { LivePresale, PresaleTerms } from '@/lib/wallet/presale/presale-arithmetic';
import type { LivePool } from '@/lib/wallet/stake/staking-arithmetic';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';
import type { OfferKind } from './offers';
import { accruedInterest } from './yield';

/**
 * State of a position: earning, idle (rewards have ended), locked until a date, or ready to claim. `ending` means that
 * a presale has ended but its result isn't known yet.
 */
export type PositionState =
  | 'earning'
  | 'idle'
  | 'maturing'
  | 'matured'
  | 'selling'
  | 'ending'
  | 'vesting'
  | 'claimable'
  | 'refundable';

/** What the account can do next on the position's page. */
export type PositionAction = 'claim' | 'redeem' | 'refund' | 'open';

export type Position = {
  key: string;
  kind: OfferKind;
  chainId: number;
  /** Token that the position is named after: the sold token of a presale, otherwise `token`. */
  subject: ListedToken;
  token: ListedToken;
  /** Staked, pledged, or contributed amount, or purchased tokens that haven't been claimed yet, in base units. */
  amount: bigint;
  /** Unclaimed rewards or accrued interest, in base units, or null if there is no yield. */
  earned: { token: ListedToken; amount: bigint } | null;
  state: PositionState;
  /** When the state ends, in seconds since the epoch, or null if it has no end time. */
  until: bigint | null;
  action: PositionAction;
};

/** Returns an account's position in a staking pool, or null if it has none. */
export function stakePosition(
  chainId: number,
  { read, earned, now }: LivePool,
  staking: ListedToken,
  reward: ListedToken,
): Position | null {
  const staked = read.position?.staked ?? 0n;
  if (staked + earned === 0n) return null;
  const isFlowing = staked > 0n && read.remaining > 0n && read.endsAt > now;
  return {
    key: `stake ${chainId}`,
    kind: 'stake',
    chainId,
    subject: staking,
    token: staking,
    amount: staked,
    earned: { token: reward, amount: earned },
    state: isFlowing ? 'earning' : earned > 0n ? 'claimable' : 'idle',
    until: null,
    action: earned > 0n ? 'claim' : 'open',
  };
}

/** Returns an account's active pledges of listed tokens. */
export function pledgePositions(
  chainId: number,
  { pledges }: Pick<PledgeRead, 'pledges'>,
  tokens: ReadonlyMap<Address, ListedToken>,
  now: bigint,
): Position[] {
  return pledges.flatMap((pledge): Position[] => {
    const token = tokens.get(pledge.token);
    if (!token || pledge.status !== 'active') return [];
    const hasMatured = isMatured(pledge, now);
    return [
      {
        key: `pledge ${chainId} ${pledge.id}`,
        kind: 'pledge',
        chainId,
        subject: token,
        token,
        amount: pledge.amount,
        earned: { token, amount: accruedInterest(pledge, now) },
        state: hasMatured ? 'matured' : 'maturing',
        until: hasMatured ? null : pledge.maturesAt,
        action: hasMatured ? 'redeem' : 'open',
      },
    ];
  });
}

/** Returns an account's position in a presale, or null if it has none. */
export function presalePosition(
  chainId: number,
  { read, stage, claimable, now }: LivePresale,
  terms: PresaleTerms,
  sale: ListedToken,
  payment: ListedToken,
): Position | null {
  const { contributed, bought, claimed } = read.position ?? { contributed: 0n, bought: 0n, claimed: 0n };
  const common = {
    key: `presale ${chainId}`,
    kind: 'presale',
    chainId,
    subject: sale,
    earned: null,
  } as const;
  if (stage === 'succeeded') {
    if (bought === claimed) return null;
    const firstRelease = read.end + terms.cliff;
    return {
      ...common,
      token: sale,
      amount: bought - claimed,
      state: claimable > 0n ? 'claimable' : 'vesting',
      until: firstRelease > now ? firstRelease : null,
      action: claimable > 0n ? 'claim' : 'open',
    };
  }
  if (contributed === 0n) return null;
  const own = { ...common, token: payment, amount: contributed };
  if (stage === 'failed') return { ...own, state: 'refundable', until: null, action: 'refund' };
  return stage === 'open'
    ? { ...own, state: 'selling', until: read.end, action: 'open' }
    : { ...own, state: 'ending', until: null, action: 'open' };
}
