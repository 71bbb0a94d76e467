/**
 * Severity of each finding in a signature request: a `danger` can cost the user assets, and a `caution` is something to
 * check before signing. Messages are under `wallet.signing.finding`.
 */
export const findingLevels = {
  reportedAddress: 'danger',
  reportedSite: 'danger',
  sanctionedAddress: 'danger',
  unlimited: 'danger',
  allNfts: 'danger',
  spenderIsPerson: 'danger',
  spenderAnybody: 'danger',
  powerGiven: 'danger',
  recoveryNamed: 'danger',
  blindCall: 'danger',
  runsUnknownCode: 'danger',
  unreadCall: 'danger',
  ownerCall: 'danger',
  unreadSignature: 'danger',
  unreadMessage: 'danger',
  signedTransfer: 'danger',
  signedAllowance: 'danger',
  signedSwap: 'danger',
  gasRefund: 'danger',
  hiddenTransfer: 'danger',
  moreEffects: 'danger',
  valueWithTokenCall: 'danger',
  selfCall: 'danger',
  burn: 'danger',
  lookAlike: 'danger',
  lostInContract: 'danger',
  orderForNothing: 'danger',
  swapForOther: 'danger',
  swapUnlisted: 'danger',
  lowMinimum: 'danger',
  lowValue: 'danger',
  orderForLittle: 'danger',
  orderOpen: 'danger',
  orderUnpriced: 'danger',
  blindHash: 'danger',
  bareHash: 'danger',
  notText: 'danger',
  messagesDevice: 'danger',
  messagesRevocation: 'danger',
  signInElsewhere: 'danger',
  signInOther: 'danger',
  signInBroken: 'danger',
  turnedText: 'danger',
  unlimitedListed: 'caution',
  allNftsListed: 'caution',
  spenderUnknown: 'caution',
  unknownContract: 'caution',
  unlistedCall: 'caution',
  noCode: 'caution',
  createsContract: 'caution',
  ownAddress: 'caution',
  newRecipient: 'caution',
  balanceOfContract: 'caution',
  notChecked: 'caution',
  listsMissing: 'caution',
  sanctionsUnread: 'caution',
  balanceUnknown: 'caution',
  notSimulated: 'caution',
  looseMinimum: 'caution',
  looseValue: 'caution',
  minimumNotCompared: 'caution',
  earlyExit: 'caution',
  notYours: 'caution',
  farDeadline: 'caution',
  expired: 'caution',
  noVerifyingContract: 'caution',
  noChain: 'caution',
  unknownToken: 'caution',
  maybeNft: 'caution',
  describedByOthers: 'caution',
  describedPartly: 'caution',
  signInChain: 'caution',
  signInTime: 'caution',
  hiddenText: 'caution',
  plainText: 'caution',
  notAllShown: 'caution',
  notUnderstood: 'caution',
} as const;

export type FindingCode = keyof typeof findingLevels;

export type Finding = {
  code: FindingCode;
  /** The subject (an address, host name, or text) and the value that it is compared with. */
  about: string;
  other: string;
};

export const found = (code: FindingCode, about = '', other = ''): Finding => ({ code, about, other });

export const isDanger = ({ code }: Finding): boolean => findingLevels[code] === 'danger';

/** Sorts dangers first and removes duplicates. */
export function ranked(findings: readonly Finding[]): Finding[] {
  const unique = new Map(findings.map((finding) => [Object.values(finding).join('\n'), finding]));
  const all = [...unique.values()];
  return [...all.filter(isDanger), ...all.filter((finding) => !isDanger(finding))];
}
