import { type Address, isAddressEqual, maxUint256 } from 'viem';
import { NATIVE_TOKEN } from '@/lib/evm/address';
import { isFarAboveBalance, isUnlimited, trustedName } from '@/lib/wallet/approvals/approval-events';
import { listedToken } from '@/lib/wallet/tokens/listed-token';
import {
  addressValue,
  amountValue,
  balanceKey,
  contractName,
  type Holder,
  isKnownToken,
  type SigningContext,
} from './context';
import { type Finding, found } from './finding';
import { type Fact, type FactValue, factOf, type Group, textFact } from './reading';

export type Allowance = {
  owner: Address;
  token: Address;
  spender: Address;
  /** Amount in base units, or the ID of one NFT. Null means all NFTs of the contract. */
  amount: bigint | null;
  /** Expiry in seconds since the epoch. Null if it never expires; undefined for approvals, which have no deadline. */
  until?: bigint | null;
  /** Whether `amount` is the ID of one NFT. Zero is a valid ID. */
  isNft?: boolean;
  /** Whether `amount` may be the ID of one NFT: `approve` of ERC-20 and ERC-721 have the same selector. */
  mayBeNft?: boolean;
};

/**
 * Returns the end of a Permit2 allowance, in seconds since the epoch. Zero means the time of the block that sets it, where
 * the spender can take everything at once, so a signature with it counts until `deadline`.
 */
export const permit2End = (expiration: bigint, deadline?: bigint | null): Pick<Allowance, 'until'> => {
  const until = expiration === 0n ? deadline : expiration;
  return until === undefined ? {} : { until };
};

/** Permits are meant for the current transaction, so a deadline further away than this causes a warning. */
const FAR_SECONDS = 31n * 86_400n;

/** Amounts of the form 2^n − 1 with at least 64 bits mean "no limit". */
const isAllOnes = (amount: bigint) => amount >= 2n ** 64n - 1n && (amount & (amount + 1n)) === 0n;

export const isBoundless = (amount: bigint): boolean => isUnlimited({ amount }) || isAllOnes(amount);

/** Returns the warnings about a deadline (in seconds since the epoch). */
export function deadlineFindings(until: bigint | null, { now }: SigningContext): Finding[] {
  if (until === null || until > now + FAR_SECONDS) return [found('farDeadline')];
  return until < now ? [found('expired')] : [];
}

/**
 * Returns the warning about an allowance that its owner's balance doesn't limit, or whose owner's balance is unknown. An
 * approval of an unknown contract isn't compared, because its amount may be the ID of an NFT.
 */
function balanceFindings(allowance: Allowance, context: SigningContext): Finding[] {
  const { owner, token, spender, amount, mayBeNft } = allowance;
  if (mayBeNft && !isKnownToken(context, token)) return [];
  const balance = context.balances.get(balanceKey({ token, owner }));
  if (balance === undefined) return [found('balanceUnknown', spender)];
  return isFarAboveBalance({ amount, balance }) ? [found('unlimited', spender)] : [];
}

function spenderFindings(allowance: Allowance, context: SigningContext): Finding[] {
  const { spender, amount, isNft } = allowance;
  const { natures, contacts } = context;
  const name = contractName(context, spender);
  const isTrusted = trustedName(name) !== null;
  const findings: Finding[] = [];
  if (amount === null) findings.push(found(isTrusted ? 'allNftsListed' : 'allNfts', spender));
  else if (!isNft && isBoundless(amount))
    findings.push(found(isTrusted ? 'unlimitedListed' : 'unlimited', spender));
  else if (!isNft && !isTrusted) findings.push(...balanceFindings(allowance, context));
  if (isTrusted) return findings;
  if (name === 'multicall') return [...findings, found('spenderAnybody', spender)];
  const nature = natures.get(spender);
  const isContact = contacts.some(({ address }) => isAddressEqual(address, spender));
  if (nature === 'account' || isContact || isAddressEqual(spender, context.account))
    findings.push(found('spenderIsPerson', spender));
  else if (nature === 'unknown') findings.push(found('notChecked', spender));
  else if (name === null) findings.push(found('spenderUnknown', spender));
  return findings;
}

function amountOf({ token, amount }: Allowance, context: SigningContext): FactValue {
  if (amount === null) return { kind: 'allNfts' };
  if (isBoundless(amount))
    return { kind: 'unlimited', symbol: listedToken(context.coins, context.chainId, token)?.symbol ?? null };
  return amountValue(context, token, amount);
}

/** Returns who allows others to take which tokens, in the groups of a request, without duplicates. */
export function allowingHolders(groups: readonly Group[], account: Address): readonly Holder[] {
  const holders = groups.flatMap((group): Holder[] => {
    const [token, owner] = (['token', 'owner'] as const).map((label) => factOf(group, label));
    if (group.title !== 'allowance' || token?.kind !== 'address') return [];
    return [{ token: token.address, owner: owner?.kind === 'address' ? owner.address : account }];
  });
  return [...new Map(holders.map((holder) => [balanceKey(holder), holder])).values()];
}

/** Describes an allowance and its risks. An allowance of zero revokes an existing one. */
export function readAllowance(
  allowance: Allowance,
  context: SigningContext,
): { findings: Finding[]; group: Group } {
  const { owner, token, spender, amount, until, isNft = false } = allowance;
  const findings: Finding[] = [];
  const isOwn = isAddressEqual(owner, context.account);
  if (!isOwn) findings.push(found('notYours', owner));
  // Approving the zero address revokes the approval of an NFT, and allows nobody to take a token.
  const isNobody = allowance.mayBeNft === true && spender === NATIVE_TOKEN;
  const isRevoked = !isNft && (amount === 0n || isNobody);
  if (isRevoked) {
    if (allowance.mayBeNft && !isNobody && !isKnownToken(context, token))
      findings.push(found('maybeNft', spender, token));
  } else {
    findings.push(...spenderFindings(allowance, context));
    if (amount !== null && !isNft && !listedToken(context.coins, context.chainId, token))
      findings.push(found('unknownToken', token));
    if (until !== undefined) findings.push(...deadlineFindings(until, context));
  }
  const ends: Fact[] = until === undefined ? [] : [{ label: 'until', value: endValue(until) }];
  const owners: Fact[] = isOwn ? [] : [{ label: 'owner', value: addressValue(context, owner) }];
  if (isRevoked)
    return {
      findings,
      group: {
        title: 'revocation',
        facts: [
          { label: 'access', value: addressValue(context, token) },
          isNobody && amount !== null
            ? textFact('tokenId', `${amount}`)
            : { label: 'formerSpender', value: addressValue(context, spender) },
          ...owners,
        ],
      },
    };
  return {
    findings,
    group: {
      title: 'allowance',
      facts: [
        { label: 'spender', value: addressValue(context, spender) },
        isNft ? textFact('tokenId', `${amount}`) : { label: 'amount', value: amountOf(allowance, context) },
        {
          label: amount === null || isNft ? 'collection' : 'token',
          value: addressValue(context, token),
        },
        ...owners,
        ...ends,
      ],
    },
  };
}

/** The latest possible JavaScript date, in seconds since the epoch. */
export const LAST_SECOND = 8_640_000_000_000n;

export const endValue = (until: bigint | null): FactValue => ({
  kind: 'time',
  seconds: until === null || until > LAST_SECOND || until === maxUint256 ? null : until,
});
