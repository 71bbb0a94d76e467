import { readChainId } from '@/components/wallet/shell/page-place';
import { type StakingKind, stakingKinds } from '@/lib/wallet/transactions/ledger-entry';

/** Which network's pool, and what to do there, as the address names it. */
export type StakePlace = { chainId: number | null; action: StakingKind };

/** The place in an address; the first pool and staking where it names none. */
export function readStakePlace(params: Pick<URLSearchParams, 'get'>): StakePlace {
  return {
    chainId: readChainId(params),
    action: stakingKinds.find((kind) => kind === params.get('action')) ?? 'stake',
  };
}
