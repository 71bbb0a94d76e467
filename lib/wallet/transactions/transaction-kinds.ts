/** Staking actions, which only the chain records. */
export const stakingKinds = ['stake', 'unstake', 'claim', 'exit'] as const;
export type StakingKind = (typeof stakingKinds)[number];

/** Presale actions. A claim is called `claimVested`, because `claim` is a staking action. */
export const presaleKinds = ['contribute', 'claimVested', 'refund'] as const;
export type PresaleKind = (typeof presaleKinds)[number];

export const pledgeKinds = ['pledge', 'redeem', 'exitEarly'] as const;
export type PledgeKind = (typeof pledgeKinds)[number];

/** Actions of an owner, and then of a recovery address (`Recovery.sol`). */
export const recoveryKinds = [
  'setRecovery',
  'removeRecovery',
  'requestRecovery',
  'vetoRecovery',
  'recover',
] as const;
export type RecoveryKind = (typeof recoveryKinds)[number];

/** Actions of an owner in the contract for cards (`CardAccount.sol`). */
export const cardKinds = [
  'topUpCard',
  'openCard',
  'setCardLimits',
  'freezeCard',
  'unfreezeCard',
  'closeCard',
  'requestCardWithdrawal',
  'cancelCardWithdrawal',
  'withdrawCard',
  'withdrawCardNow',
  'payCardOwed',
  'releaseCardHold',
] as const;
export type CardKind = (typeof cardKinds)[number];

/** Kinds that the server verifies and records after confirmation. */
const verifiedKinds = ['deposit', 'contribute', 'pledge'] as const;
export type VerifiedKind = (typeof verifiedKinds)[number];

export const transactionKinds = [
  'approve',
  'revoke',
  'transferNft',
  'deposit',
  'withdraw',
  'send',
  'sendBalance',
  'cancelNonce',
  'swap',
  'dapp',
  ...stakingKinds,
  ...presaleKinds,
  ...pledgeKinds,
  ...recoveryKinds,
  ...cardKinds,
] as const;
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

export function isRecoveryKind(kind: string): kind is RecoveryKind {
  return recoveryKinds.some((known) => known === kind);
}

export function isCardKind(kind: string): kind is CardKind {
  return cardKinds.some((known) => known === kind);
}

/** Card actions that set a state. Opening a card twice makes two cards, and the others move money. */
const cardSettings: readonly string[] = [
  'setCardLimits',
  'freezeCard',
  'unfreezeCard',
  'closeCard',
  'requestCardWithdrawal',
  'cancelCardWithdrawal',
  'releaseCardHold',
];

/** Returns whether a transaction of this kind can be sent twice without harm: it sets a state, and moves nothing twice. */
export function isRepeatable(kind: TransactionKind): boolean {
  return kind === 'approve' || kind === 'revoke' || isRecoveryKind(kind) || cardSettings.includes(kind);
}

export function isVerifiedKind(kind: TransactionKind): kind is VerifiedKind {
  return verifiedKinds.some((known) => known === kind);
}
