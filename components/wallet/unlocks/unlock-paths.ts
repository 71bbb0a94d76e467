import { routes } from '@/lib/routes';
import type { FreeKind, UnlockKind } from '@/lib/wallet/unlocks/plan-unlocks';

/** The page where something is done about it. */
const pages: Readonly<Record<UnlockKind | FreeKind, string>> = {
  pledge: routes.pledge,
  cliff: routes.presale,
  vesting: routes.presale,
  vested: routes.presale,
  saleEnd: routes.presale,
  refund: routes.presale,
  rewardsEnd: routes.stake,
  stake: routes.stake,
  rewards: routes.stake,
};

/** Its path, with the network that it is about. */
export const unlockPath = ({ kind, chainId }: { kind: UnlockKind | FreeKind; chainId: number }) =>
  `${pages[kind]}?chain=${chainId}`;
