import { type Address, keccak256, stringToHex } from 'viem';
import type { ListedToken } from '@/lib/wallet/tokens/listed-token';

/**
 * What becomes free, or ends: a pledge matures; bought tokens are released, all of the cliff at once and then up to a
 * quarter, a half, three quarters and all of them; a sale ends, and with it is known whether tokens or the payment come;
 * a pool's reward stream runs dry.
 */
export type UnlockKind = 'pledge' | 'cliff' | 'vesting' | 'vested' | 'saleEnd' | 'rewardsEnd';

/** Something that comes at a time of its chain's. */
export type Unlock = {
  kind: UnlockKind;
  chainId: number;
  contract: Address;
  /** Tells it from others of its kind in the same contract. */
  part: string;
  /** s since the epoch, by the chain's clock. */
  at: bigint;
  /** Base units that become free then; of the end of a sale or of rewards, what the account has in it. */
  amount: bigint;
  token: ListedToken;
};

/** What can be had already. */
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

/** What names an unlock among all: the same today and after a reload. */
export const unlockKey = ({
  kind,
  chainId,
  contract,
  part,
}: Pick<Unlock, 'chainId' | 'contract' | 'part'> & { kind: string }) =>
  `${kind} ${chainId} ${contract} ${part}`;

/** Its identifier in a calendar: stable, and without telling whose it is (RFC 7986, 5.3). */
export const unlockUid = (unlock: Unlock, account: Address): string =>
  `${keccak256(stringToHex(`${unlockKey(unlock)} ${account}`)).slice(2, 42)}@tidewell`;
