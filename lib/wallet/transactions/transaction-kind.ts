/** What can be done in a staking pool, in the pool's own words. The chain alone keeps account of it. */
export const stakingKinds = ['stake', 'unstake', 'claim', 'exit'] as const;
export type StakingKind = (typeof stakingKinds)[number];

/** What can be done in a presale; its `claim` has a name of its own here beside that of staking. */
export const presaleKinds = ['contribute', 'claimVested', 'refund'] as const;
export type PresaleKind = (typeof presaleKinds)[number];

/** What can be done in a pledge contract, in its own words. */
const pledgeKinds = ['pledge', 'redeem', 'exitEarly'] as const;
export type PledgeKind = (typeof pledgeKinds)[number];

/** What the server verifies and records after its confirmation on chain. */
const verifiedKinds = ['deposit', 'contribute', 'pledge'] as const;
export type VerifiedKind = (typeof verifiedKinds)[number];

export const transactionKinds = [
  'approve',
  'revoke',
  'transferNft',
  'deposit',
  'withdraw',
  'send',
  'swap',
  ...stakingKinds,
  ...presaleKinds,
  ...pledgeKinds,
] as const;
/** What a transaction is for. */
export type TransactionKind = (typeof transactionKinds)[number];

export function isStakingKind(kind: TransactionKind): kind is StakingKind {
  return stakingKinds.some((known) => known === kind);
}

export function isPresaleKind(kind: TransactionKind): kind is PresaleKind {
  return presaleKinds.some((known) => known === kind);
}

export function isPledgeKind(kind: TransactionKind): kind is PledgeKind {
  return pledgeKinds.some((known) => known === kind);
}

export function isVerifiedKind(kind: TransactionKind): kind is VerifiedKind {
  return verifiedKinds.some((known) => known === kind);
}
